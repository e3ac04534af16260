import { duration } from "../core";
import type { Terminal } from "./command";

/** Progress of a long task: a bar that redraws in place, or a plain line after every tenth. */
export interface ProgressBar {
  /** Sets how much is done. Downloads count bytes. */
  update(done: number, total: number): void;
  /** Leaves the bar on the screen, so that other lines can follow. */
  end(): void;
}

export interface ProgressBarOptions {
  /** Writes the bar; default: to the standard error. */
  write?: (text: string) => void;
  /** The clock, in milliseconds. */
  now?: () => number;
  /** The width of the terminal. */
  columns?: number;
  /** The text after the bar; default: the text for a download. */
  text?: typeof progressText;
}

const redrawEveryMs = 100;
const barWidth = 20;
const shortestLabel = 3;

/** Starts a progress bar. Its speed is measured over the last seconds and does not count the work of earlier runs. */
export function progressBar(
  label: string,
  terminal: Pick<Terminal, "interactive" | "out">,
  options: ProgressBarOptions = {},
): ProgressBar {
  const { write = (text) => void process.stderr.write(text), now = () => performance.now() } = options;
  const text = options.text ?? progressText;
  /** Read each time, because windows are resized. */
  const columns = () => Math.max(0, options.columns ?? process.stderr.columns) || 80;
  const speed = speedometer(now);
  let drawnAt = -Infinity;
  let tenths = -1;
  return {
    update(done, total) {
      const status = text(done, total, speed(done));
      const complete = done >= total;
      if (terminal.interactive) {
        if (now() - drawnAt < redrawEveryMs && !complete) return;
        drawnAt = now();
        write(`\r${progressLine(label, drawBar(done / total), status, columns() - 1)}\u001b[K`);
      } else if (complete ? tenths < 10 : Math.floor((10 * done) / total) > tenths) {
        tenths = complete ? 10 : Math.floor((10 * done) / total);
        terminal.out(`${label} ${status}`);
      }
    },
    end() {
      if (drawnAt !== -Infinity) write("\n");
      drawnAt = -Infinity;
    },
  };
}

/** "30 %, 82 of 274 MB, 12.1 MB/s, 16 s left" */
export function progressText(done: number, total: number, bytesPerSecond: number | undefined): string {
  const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
  const amount = `${percent.toString().padStart(3)} %, ${megabytes(done)} of ${megabytes(total)} MB`;
  if (bytesPerSecond === undefined) return amount;
  const left = done < total ? `, ${duration((total - done) / bytesPerSecond)} left` : "";
  return `${amount}, ${(bytesPerSecond / 1e6).toFixed(1)} MB/s${left}`;
}

/** Bytes per second over the last five seconds; undefined before any progress. */
function speedometer(now: () => number): (done: number) => number | undefined {
  const samples: { time: number; done: number }[] = [];
  return (done) => {
    const time = now();
    samples.push({ time, done });
    while (samples.length > 2 && time - samples[0].time > 5000) samples.shift();
    const first = samples[0];
    const seconds = (time - first.time) / 1000;
    return seconds > 0 && done > first.done ? (done - first.done) / seconds : undefined;
  };
}

function drawBar(fraction: number): string {
  const full = Math.min(barWidth, Math.floor(fraction * barWidth));
  return `[${"=".repeat(full)}${" ".repeat(barWidth - full)}]`;
}

/** One line of at most `width` characters. Shortens the label first, then drops the bar, then cuts the rest. */
function progressLine(label: string, bar: string, status: string, width: number): string {
  const withBar = `${bar} ${status}`;
  const rest = withBar.length + shortestLabel + 1 <= width ? withBar : status;
  return shorten(`${shorten(label, Math.max(shortestLabel, width - rest.length - 1))} ${rest}`, width);
}

function shorten(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return value < 10 ? value.toFixed(1) : Math.round(value).toString();
}
