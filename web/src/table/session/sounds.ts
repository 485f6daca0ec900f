/** Few and soft sounds, made here, and only where they are wished for. */

import { settings } from "../../lib/browser/settings.svelte.ts";

export type Sound = "card" | "train" | "turn" | "ticket" | "alarm" | "refused";

interface Tone {
  pitch: number;
  at: number;
  lasts: number;
  loud: number;
  wave: OscillatorType;
}

const TONES: Record<Sound, readonly Tone[]> = {
  card: [{ pitch: 880, at: 0, lasts: 0.06, loud: 0.05, wave: "triangle" }],
  train: [
    { pitch: 150, at: 0, lasts: 0.09, loud: 0.14, wave: "triangle" },
    { pitch: 112, at: 0.07, lasts: 0.12, loud: 0.12, wave: "triangle" },
  ],
  turn: [
    { pitch: 523, at: 0, lasts: 0.22, loud: 0.07, wave: "sine" },
    { pitch: 659, at: 0.13, lasts: 0.34, loud: 0.07, wave: "sine" },
  ],
  ticket: [
    { pitch: 587, at: 0, lasts: 0.18, loud: 0.06, wave: "sine" },
    { pitch: 740, at: 0.09, lasts: 0.18, loud: 0.06, wave: "sine" },
    { pitch: 880, at: 0.18, lasts: 0.4, loud: 0.06, wave: "sine" },
  ],
  alarm: [
    { pitch: 349, at: 0, lasts: 0.5, loud: 0.06, wave: "triangle" },
    { pitch: 440, at: 0.02, lasts: 0.5, loud: 0.06, wave: "triangle" },
    { pitch: 349, at: 0.6, lasts: 0.7, loud: 0.06, wave: "triangle" },
    { pitch: 440, at: 0.62, lasts: 0.7, loud: 0.06, wave: "triangle" },
  ],
  refused: [{ pitch: 175, at: 0, lasts: 0.14, loud: 0.07, wave: "triangle" }],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of TONES[sound]) ring(context, tone);
}

function ring(audio: AudioContext, tone: Tone): void {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + tone.at;
  voice.type = tone.wave;
  voice.frequency.value = tone.pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(tone.loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + tone.lasts);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + tone.lasts + 0.05);
}
