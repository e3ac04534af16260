/** Tags that act on the whole page, and one that nothing ends. */
const unwelcome = /<\/?(?:meta|base|link|plaintext|html|head|body|frameset)\b[^>]*>/gi;
/** Elements whose content is taken as text up to their end. */
const textual = ["textarea", "title", "style", "script", "xmp", "iframe", "noembed", "noframes", "noscript"];

/** HTML of a notebook's output, so that what it leaves open ends with it and the page around stays as it is. */
export function enclosedHtml(html: string): string {
  const welcome = html.replace(unwelcome, "");
  const ends = textual.flatMap((name) => {
    const [open, closed] = [`<${name}\\b`, `</${name}\\b`].map(
      (tag) => welcome.match(new RegExp(tag, "gi"))?.length ?? 0,
    );
    return open > closed ? [`</${name}>`] : [];
  });
  const comment = welcome.lastIndexOf("<!--") > welcome.lastIndexOf("-->") ? "-->" : "";
  return `<div class="html">${welcome}${comment}${ends.join("")}</div>`;
}
