#!/usr/bin/env node
// A bot for Carrozza in JavaScript, for Node.js: claims the routes that its tickets still need, and draws the colours
// they take. Try it: carrozza terminal usa --bots exec:examples/bots/example.js

const routes = {}; // what hello tells of the board
let view = null; // the last view
let mine = null; // what it tells of our own player

function learn(hello) {
  for (const route of hello.board.routes) routes[route.id] = route;
}

function look(message) {
  view = message;
  mine = view.players.find((player) => player.name === view.you);
}

// The view names the cheapest way that is left for each ticket; what is ours of it is built already.
function plan() {
  const needed = view.tickets.flatMap((ticket) => ticket.way).filter((id) => !mine.routes.includes(id));
  return new Map(needed.map((id) => [id, routes[id]]));
}

// How much a legal move is liked; moves are text, such as `claim boston-montreal 2 red`.
function worth(move, planned) {
  const [verb, what] = move.split(" ");
  const anything = planned.size === 0 || mine.hand_size > 20;
  if (verb === "claim") return (planned.has(what) ? 100 : anything ? 50 : -1) - move.includes("locomotive");
  if (verb === "keep") return -move.split(" ").length;
  if (verb !== "draw" || what === "tickets") return verb === "pay" ? 1 : -0.5;
  const lengths = [...planned.values()].filter((route) => route.color === what).map((route) => route.length);
  return what === "locomotive" ? 5 : Math.max(0.5, ...lengths) + (view.hand[what] ?? 0) / 10;
}

function decide(question) {
  const planned = plan();
  return question.moves.reduce((best, move) => (worth(move, planned) > worth(best, planned) ? move : best));
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n"); // one line, at once

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    learn(message);
    say({ type: "hello", protocol: 2 });
  } else if (message.type === "view") {
    look(message);
  } else if (message.type === "decide") {
    say({ question: message.question, move: decide(message) });
  } else if (message.type === "bye") {
    process.exit();
  }
});
