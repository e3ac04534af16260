/** The look of a notebook's page. */
export const pageStyle = `
:root { color-scheme: light; --ink: #1f2328; --soft: #6e7781; --line: #d0d7de; --field: #f6f8fa; }
body { margin: 0; color: var(--ink); background: white; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
section { margin: 1rem 0; }
pre, code { font: 13.5px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.input { display: flex; gap: .75rem; padding: .6rem .8rem; background: var(--field); border: 1px solid var(--line); border-radius: 6px; }
.input pre { flex: 1; min-width: 0; }
.count { color: var(--soft); font: 12px/1.6 ui-monospace, monospace; user-select: none; }
.output { padding: .5rem .8rem .3rem; overflow-x: auto; }
.output img { max-width: 100%; height: auto; }
.note { color: var(--soft); font-size: 14px; font-style: italic; }
.stderr { background: #fff8e5; padding: .4rem .6rem; border-radius: 4px; }
.error { background: #ffebe9; padding: .6rem .8rem; border-left: 3px solid #b3261e; border-radius: 4px; }
.keyword { color: #8430c4; } .string { color: #1a7f37; } .number { color: #0b5bd3; } .comment { color: var(--soft); font-style: italic; }
.markdown :is(h1, h2, h3) { line-height: 1.25; margin: 1.6em 0 .6em; }
.markdown pre { background: var(--field); padding: .6rem .8rem; border-radius: 6px; }
.markdown blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid var(--line); color: var(--soft); }
.markdown table { margin: 1em 0; }
.markdown img { max-width: 100%; }
table { border-collapse: collapse; font-size: 14px; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "DejaVu Math TeX Gyre", math; font-size: 1.08em; } math[display="block"] { margin: 1em 0; }
mtd.tml-left { text-align: left; text-align: -webkit-left; } mtd.tml-right { text-align: right; text-align: -webkit-right; } .tml-jot mtd { padding-block: .35em; }
@media print { main { max-width: none; padding: 0; } section.code { break-inside: avoid; } }
`;
