/** A count with its noun: "1 cell", "2 cells", "10,000 cells". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : many}`;
}

/** 75 → "1 min 15 s" */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** 0.42 → "0.4 s", 75 → "1 min 15 s": for how long something took. */
export function elapsed(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds);
}
