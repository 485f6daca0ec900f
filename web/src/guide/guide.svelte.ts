/** The guide at the table: what it says now, what it points at, and what it remembers. */

import * as api from "../lib/server/api.ts";
import type { GameEvent, View } from "../lib/types.ts";
import { knows, t } from "../lib/words.ts";
import type { Shown } from "../table/session/session.svelte.ts";
import type { Table } from "../table/table.svelte.ts";
import { advance, BEGINNING, goOn, type Course } from "./lesson.ts";
import { Moment, type MoveKind } from "./moment.ts";
import { keepProgress, progressIn } from "./progress.ts";
import { wordsOf, type Step, type Target } from "./step.ts";
import { stepsOf } from "./steps/index.ts";

/** What stands in the note. */
export interface Said {
  /** Of what it is: a step's id, `refused`, `instead` or `waiting`. */
  id: string;
  /** What the learner has done in place of what was proposed. */
  aside: string;
  text: string;
  target: Target;
  /** Whether it goes on by a button; otherwise by a move. */
  next: boolean;
}

const NOWHERE: Target = { part: "board" };

export class Guide {
  ended = $state(false);
  hidden = $state(false);
  /** Whether the learner has asked for it although there is nothing new to tell. */
  wanted = $state(false);
  #course = $state.raw<Course>(BEGINNING);
  #refused = $state.raw<Shown | null>(null);
  #rules = $state.raw<ReadonlyMap<string, string>>(new Map());
  #now = $state.raw<Moment | null>(null);
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    const { told, ended } = progressIn(table.game);
    this.#course = { ...BEGINNING, told: new Set(told) };
    this.ended = ended;
  }

  readonly said = $derived.by((): Said | null => {
    const now = this.#now;
    if (!now || this.ended || this.hidden || now.view.finished) return null;
    if (this.#refused) return { id: "refused", aside: "", text: this.#refusal(this.#refused), target: NOWHERE, next: true };
    const { shown, instead } = this.#course;
    const aside = instead ? insteadSentence(instead) : "";
    if (shown) return { id: shown.id, aside, text: sentenceOf(shown, now), target: shown.target(now), next: !shown.proposes };
    if (aside) return { id: "instead", aside: "", text: aside, target: NOWHERE, next: true };
    return this.wanted ? { id: "waiting", aside: "", text: t("page.guide.waiting"), target: NOWHERE, next: true } : null;
  });

  get #steps(): readonly Step[] {
    const view = this.#table.view;
    return view ? stepsOf(view.board, view.variants) : [];
  }

  /** The table shows another view. */
  see(view: View, events: readonly GameEvent[]): void {
    const { facts } = this.#table;
    if (!facts) return;
    const before = this.#now?.view ?? null;
    const fresh = before ? events.filter((event) => event.number > before.number) : [];
    this.#now = new Moment(view, facts, before, fresh);
    const moved = this.#now.ownMoves.length > 0;
    if (moved) this.#refused = null;
    if (moved || fresh.length > 0) this.wanted = false;
    this.#keep(advance(this.#steps, this.#course, this.#now));
  }

  /** A move was refused: the rule is told in full. */
  refuse(refused: Shown): void {
    this.#refused = refused;
    const board = this.#table.view?.board;
    if (!board || !refused.rule) return;
    void api.rules(board).then((answer) => {
      if (answer.ok) this.#rules = new Map(answer.value.sections.flatMap((section) => section.rules.map(({ id, text }) => [id, text])));
    });
  }

  next(): void {
    if (this.#refused) {
      this.#refused = null;
      return;
    }
    this.wanted = false;
    if (this.#now) this.#keep(goOn(this.#steps, this.#course, this.#now));
  }

  hide(): void {
    this.hidden = true;
    this.wanted = false;
  }

  /** The game goes on as any other; the guide can be taken up again. */
  end(): void {
    this.ended = true;
    this.#remember();
  }

  /** Shows the guide again, with whatever it has to tell. */
  open(): void {
    this.ended = this.hidden = false;
    this.wanted = true;
    this.#remember();
  }

  #keep(course: Course): void {
    const news = course.shown !== this.#course.shown && course.shown !== null;
    const isMore = course.told !== this.#course.told;
    this.#course = course;
    // Something new is told even to those who have hidden what came before.
    if (news) this.hidden = false;
    if (isMore) this.#remember();
  }

  #remember(): void {
    keepProgress(this.#table.game, { told: [...this.#course.told], ended: this.ended });
  }

  #refusal({ message, rule }: Shown): string {
    const text = rule ? this.#rules.get(rule) : undefined;
    return t("page.guide.refused", { reason: text ?? message });
  }
}

export function sentenceOf(step: Step, now: Moment): string {
  return t(`page.guide.step_${wordsOf(step, now)}`, step.values?.(now) ?? {});
}

function insteadSentence(kind: MoveKind): string {
  const key = `page.guide.instead_${kind}`;
  return knows(key) ? t(key) : "";
}
