/**
 * Whether a text as a whole matches a pattern in which `*` stands for any characters and `?` for any one. After a mismatch only the
 * last `*` is tried again, one character further on, so the time is at most the product of the two lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  /** Position of the last `*`, and where the text after its match begins. */
  let [star, afterStar] = [-1, 0];
  while (t < text.length) {
    if (pattern[p] === "*") {
      [star, afterStar] = [p++, t];
    } else if (pattern[p] === "?" || pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++afterStar;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
