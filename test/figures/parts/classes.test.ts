import assert from "node:assert/strict";
import { it } from "node:test";
import { classLegend, classShapes, readClasses } from "../../../lib/figures/parts/classes";

it("classes keep their color whichever of them occur; unlabeled points come last", () => {
  const classNames = ["cat", "dog", "owl"];
  const all = readClasses([0, 1, 2], "f", { classNames });
  const some = readClasses([2, -1, 0], "f", { classNames });
  assert.deepEqual(some.names, ["cat", "owl", "unlabeled"]);
  assert.deepEqual(
    [some.nameOf(1), some.nameOf(-1), readClasses([3], "f").nameOf(3)],
    ["dog", "unlabeled", "3"],
  );
  const colors = (classes: typeof all) => classes.colorScale.range as string[];
  assert.deepEqual(colors(some).slice(0, 2), [colors(all)[0], colors(all)[2]]);
  assert.equal(new Set(colors(some)).size, 3);
  assert.throws(() => readClasses([0, 3], "f", { classNames }), /a name for each class up to 3, got 3\./);
  assert.deepEqual(classLegend(all), { legend: { title: null } });
  const many = Array.from({ length: 21 }, (_, i) => i);
  const { legend } = classLegend(readClasses(many, "f"));
  assert.deepEqual([legend.orient, legend.symbolLimit], ["bottom", 0]);
  const marks = classShapes(readClasses(many, "f")).range as string[];
  assert.equal(new Set(marks.slice(0, 10)).size, 1);
  assert.equal(new Set([marks[0], marks[10], marks[20]]).size, 3, "one color, three marks");
});
