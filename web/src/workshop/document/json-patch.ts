/** JSON Patch (RFC 6902), as repairs come: add, remove, replace and test. */

export interface Operation {
  op: string;
  path: string;
  value?: unknown;
}

/** The value with all operations applied, or null where one of them does not fit it. */
export function patched<T>(value: T, operations: readonly Operation[]): T | null {
  try {
    return operations.reduce<unknown>((before, operation) => applied(before, keys(operation.path), operation), value) as T;
  } catch (misfit) {
    if (misfit instanceof Misfit) return null;
    throw misfit;
  }
}

class Misfit extends Error {}

function keys(path: string): string[] {
  if (path === "") return [];
  return path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function applied(value: unknown, [key, ...rest]: string[], operation: Operation): unknown {
  if (key === undefined) return whole(value, operation);
  if (Array.isArray(value)) return inList(value, key, rest, operation);
  if (typeof value === "object" && value !== null) return inTable(value as Record<string, unknown>, key, rest, operation);
  throw new Misfit();
}

function whole(value: unknown, { op, value: given }: Operation): unknown {
  if (op === "test" && JSON.stringify(value) !== JSON.stringify(given)) throw new Misfit();
  if (op === "test") return value;
  if (op === "replace" || op === "add") return given;
  throw new Misfit();
}

function inList(list: readonly unknown[], key: string, rest: string[], operation: Operation): unknown[] {
  const index = key === "-" ? list.length : Number(key);
  const adds = rest.length === 0 && operation.op === "add";
  if (!Number.isInteger(index) || index < 0 || index > list.length - (adds ? 0 : 1)) throw new Misfit();
  if (adds) return [...list.slice(0, index), operation.value, ...list.slice(index)];
  if (rest.length === 0 && operation.op === "remove") return list.filter((_, each) => each !== index);
  return list.map((each, at) => (at === index ? applied(each, rest, operation) : each));
}

function inTable(table: Record<string, unknown>, key: string, rest: string[], operation: Operation): Record<string, unknown> {
  const last = rest.length === 0;
  if (last && operation.op === "add") return { ...table, [key]: operation.value };
  if (!Object.hasOwn(table, key)) throw new Misfit();
  if (last && operation.op === "remove") return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
  return { ...table, [key]: applied(table[key], rest, operation) };
}
