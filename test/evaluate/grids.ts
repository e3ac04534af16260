import fc from "fast-check";

export const grid = fc
  .array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 }), {
    minLength: 3,
    maxLength: 40,
  })
  .filter((rows) => new Set(rows.map(String)).size >= 3);
