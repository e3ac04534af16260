/** Whether lists and objects in a value of JSON are nested in each other more than so many levels. Takes no stack, however deep it is. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let here = [value].filter(isNested);
  for (let level = 0; here.length > 0; level++) {
    if (level >= levels) return true;
    const inside: object[] = [];
    for (const each of here) {
      for (const item of Object.values(each) as unknown[]) if (isNested(item)) inside.push(item);
    }
    here = inside;
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
