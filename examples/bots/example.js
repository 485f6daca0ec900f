#!/usr/bin/env node
// A bot for Carrozza in JavaScript, for Node.js: claims the routes of shortest ways between the cities of its tickets,
// and draws the colours they take. Try it: carrozza terminal usa --bots exec:examples/bots/example.js

let routes = []; // what hello tells of the board
const tickets = {};
let view = null; // what the last view told
let me = null;

function learn(hello) {
  routes = hello.board.routes;
  for (const ticket of hello.board.tickets) tickets[ticket.id] = ticket;
}

// The routes of a cheapest way: what is ours costs nothing, what is closed is not used. Empty where there is no way.
function way(from, to, open) {
  const cost = { [from]: 0 };
  const by = {};
  for (let better = true; better; ) {
    better = false;
    for (const route of open) {
      for (const [a, b] of [[route.a, route.b], [route.b, route.a]]) {
        const through = (cost[a] ?? Infinity) + (me.routes.includes(route.id) ? 0 : route.length);
        if (through < (cost[b] ?? Infinity)) [cost[b], by[b], better] = [through, route, true];
      }
    }
  }
  const found = [];
  for (let city = to; city !== from && by[city]; city = by[city].a === city ? by[city].b : by[city].a) found.push(by[city]);
  return found;
}

function plan() {
  const taken = new Set(Object.values(view.players).flatMap((player) => player.routes));
  const closed = new Set(routes.filter((route) => taken.has(route.id)).map((route) => route.a + route.b));
  const open = routes.filter((route) => me.routes.includes(route.id) || !closed.has(route.a + route.b));
  const needed = me.tickets.flatMap((id) => way(tickets[id].a, tickets[id].b, open));
  return new Map(needed.filter((route) => !me.routes.includes(route.id)).map((route) => [route.id, route]));
}

// How much a legal move is liked; moves are text, such as `claim boston-montreal 2 red`.
function worth(move, planned) {
  const [verb, what] = move.split(" ");
  const anything = planned.size === 0 || me.hand_size > 20;
  if (verb === "claim") return (planned.has(what) ? 100 : anything ? 50 : -1) - move.includes("locomotive");
  if (verb === "keep") return -move.split(" ").length;
  if (verb !== "draw" || what === "tickets") return verb === "pay" ? 1 : -0.5;
  const lengths = [...planned.values()].filter((route) => route.color === what).map((route) => route.length);
  return what === "locomotive" ? 5 : Math.max(0.5, ...lengths) + (me.hand[what] ?? 0) / 10;
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
    say({ type: "hello", protocol: 1 });
  } else if (message.type === "view") {
    view = message;
    me = view.players[view.seat];
  } else if (message.type === "decide") {
    say({ question: message.question, move: decide(message) });
  } else if (message.type === "bye") {
    process.exit();
  }
});
