import type { StreamOutput } from "../format/nbformat";

interface Cut {
  kept: string;
  leftOut: number;
}

/** Adds text to streams; of one that becomes longer than `longest` characters only the beginning stays, with a sentence that says so. */
export function streamAppender(longest: number): (stream: StreamOutput, text: string) => void {
  const cuts = new WeakMap<StreamOutput, Cut>();
  return (stream, text) => {
    const cut = cuts.get(stream);
    if (cut === undefined && stream.text.length + text.length <= longest) {
      stream.text += text;
      return;
    }
    const { kept, leftOut } = cut ?? firstCut(stream.text, text, longest);
    const all = { kept, leftOut: leftOut + (cut ? text.length : 0) };
    cuts.set(stream, all);
    stream.text = `${all.kept}\n… ssdml left out the other ${all.leftOut} characters that the cell printed here. Print less, or to a file.\n`;
  };
}

/** Cuts between characters, not within one that takes two units. */
function firstCut(before: string, text: string, longest: number): Cut {
  const place = longest - before.length;
  const isWithin = place > 0 && /[\ud800-\udbff]/.test(text[place - 1]);
  const end = isWithin ? place - 1 : place;
  return { kept: before + text.slice(0, end), leftOut: text.length - end };
}
