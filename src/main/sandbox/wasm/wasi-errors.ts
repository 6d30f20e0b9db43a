// WASI's error numbers, as far as they are used, and the shape of its calls.

export const errors = {
  none: 0,
  access: 2,
  exists: 20,
  inputOutput: 29,
  isFolder: 31,
  loop: 32,
  missing: 44,
  notFolder: 54,
  notEmpty: 55,
  notSupported: 58,
  notPermitted: 63,
  notCapable: 76,
} as const;

export type Calls = Readonly<Record<string, (...values: number[]) => number>>;
