import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { classColors, meaning, petroff10, okabeIto, themeConfig } from "../../../lib/figures/render/theme";

/** WCAG's relative luminance and contrast. */
function contrast(a: string, b: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe("theme", () => {
  it("has text that can be read on its page", () => {
    for (const name of ["light", "dark"] as const) {
      const config = themeConfig(name) as {
        background: string;
        title: { color: string; subtitleColor: string };
        axis: { labelColor: string };
      };
      for (const ink of [config.title.color, config.title.subtitleColor, config.axis.labelColor])
        assert.ok(contrast(ink, config.background) >= 7, `${ink} on ${config.background}`);
      for (const color of Object.values(meaning))
        assert.ok(contrast(color, config.background) >= 3, `${color} on ${config.background}`);
    }
  });

  it("has safe colors for up to eight and up to ten classes, and repeats them for more", () => {
    assert.deepEqual(classColors(3), okabeIto.slice(0, 3));
    assert.deepEqual(classColors(10), petroff10);
    assert.equal(new Set(classColors(10)).size, 10);
    assert.equal(classColors(200)[199], petroff10[9]);
  });
});
