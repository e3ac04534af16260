import {
  defaultTreeAdapter,
  html as standard,
  Parser,
  Tokenizer,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type ParserOptions,
} from "parse5";

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** HTML that would take a parser or a browser too long. The message says why. */
export class TooComplex extends Error {}

/** Browsers have the same limit. */
const deepest = 512;
const mostAttributes = 1000;
/** Parsers repeat wrongly nested tags, which can turn a small text into a very large page. */
const mostElementsPerTag = 8;

/**
 * The nodes of HTML inside a div, as a browser without scripts reads it. The standard's algorithm takes time that grows with the square
 * of the depth and of the number of attributes. Both are bounded here; `TooComplex` is thrown beyond the bounds.
 */
export function parseBounded(html: string): ChildNode[] {
  const around = defaultTreeAdapter.createElement("div", standard.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser(around, {
    scriptingEnabled: false,
    treeAdapter,
  }) as BoundedParser;
  parser.elementsLeft = 1000 + mostElementsPerTag * html.split("<").length;
  parser.tokenizer.write(html, true);
  const [root] = parser.document.childNodes;
  return "childNodes" in root ? root.childNodes : [];
}

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  elementsLeft = Infinity;

  constructor(...given: ConstructorParameters<typeof Parser<DefaultTreeAdapterMap>>) {
    super(...given);
    this.tokenizer = new BoundedTokenizer(this.options, this);
  }

  override onItemPush(node: ParentNode, tag: number, isTop: boolean): void {
    super.onItemPush(node, tag, isTop);
    if (this.openElements.stackTop > deepest) {
      throw new TooComplex(`its elements are nested more than ${deepest} levels deep`);
    }
    if (--this.elementsLeft < 0) throw new TooComplex("its tags are nested wrongly too often");
  }

  /** Moves all children at once. */
  override _adoptNodes(donor: ParentNode, recipient: ParentNode): void {
    for (const child of donor.childNodes) {
      child.parentNode = recipient;
      recipient.childNodes.push(child);
    }
    donor.childNodes = [];
  }
}

class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    super._leaveAttrName();
    if (
      this.currentToken &&
      "attrs" in this.currentToken &&
      this.currentToken.attrs.length > mostAttributes
    ) {
      throw new TooComplex(`one of its tags has more than ${mostAttributes} attributes`);
    }
  }
}

/** Inserts what belongs before a table. Searches from the end, because the table is among the last children. */
const treeAdapter: NonNullable<ParserOptions<DefaultTreeAdapterMap>["treeAdapter"]> = {
  ...defaultTreeAdapter,
  insertBefore(parent, node, reference) {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node);
    node.parentNode = parent;
  },
  insertTextBefore(parent, text, reference) {
    const place = parent.childNodes.lastIndexOf(reference);
    const before = parent.childNodes[place - 1];
    if (before && defaultTreeAdapter.isTextNode(before)) before.value += text;
    else treeAdapter.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference);
  },
};
