import { describe, expect, test } from "vitest";
import { begun, changed, redone, settled, undone } from "../../src/workshop/document/history.ts";
import { patched } from "../../src/workshop/document/json-patch.ts";
import { placeIn } from "../../src/workshop/document/places.ts";

describe("undo and redo", () => {
  test("go back and forth without end", () => {
    let history = begun(0);
    for (let step = 1; step <= 500; step += 1) history = changed(history, step);
    for (let step = 0; step < 500; step += 1) history = undone(history);
    expect([history.present, undone(history)]).toEqual([0, history]);
    for (let step = 0; step < 500; step += 1) history = redone(history);
    expect([history.present, redone(history)]).toEqual([500, history]);
  });
  test("take what is typed into one field, or dragged, as one step", () => {
    const typed = changed(changed(begun(""), "R", "name"), "Ri", "name");
    expect(undone(typed).present).toBe("");
    expect(undone(changed(settled(typed), "Riv", "name")).present).toBe("Ri");
  });
  test("forget what was undone once something else is done", () => {
    expect(changed(undone(changed(begun(1), 2)), 3).future).toEqual([]);
  });
});

describe("a repair", () => {
  const document = { routes: [{ length: 9 }, { length: 2 }], rules: { trains: 20 } };
  test("changes what it names and nothing else", () => {
    const mended = patched(document, [{ op: "replace", path: "/routes/0/length", value: 8 }, { op: "remove", path: "/routes/1" }, { op: "add", path: "/rules/tunnels", value: true }]);
    expect(mended).toEqual({ routes: [{ length: 8 }], rules: { trains: 20, tunnels: true } });
    expect(document.routes).toHaveLength(2);
  });
  test("that does not fit the document is none", () => {
    expect(patched(document, [{ op: "replace", path: "/routes/5/length", value: 8 }])).toBeNull();
    expect(patched(document, [{ op: "remove", path: "/rules/ferries" }])).toBeNull();
    expect(patched(document, [{ op: "replace", path: "/routes/0/length/deep", value: 8 }])).toBeNull();
  });
  test("may add to the end of a list", () => {
    expect(patched([1], [{ op: "add", path: "/-", value: 2 }])).toEqual([1, 2]);
  });
});

test("a fault names the thing it is about", () => {
  expect(placeIn("routes[3].length")).toEqual({ subject: "routes", index: 3, field: "length" });
  expect(placeIn("cities")).toEqual({ subject: "cities", index: -1, field: "" });
  expect(placeIn("rulesets.family.trains")).toEqual({ subject: "rules", index: -1, field: "trains" });
  expect(placeIn("drawing.coast[0]")).toEqual({ subject: "board", index: -1, field: "drawing.coast[0]" });
});
