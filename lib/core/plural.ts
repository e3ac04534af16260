/** A count with its noun: "1 cell", "2 cells", "10,000 cells". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : many}`;
}
