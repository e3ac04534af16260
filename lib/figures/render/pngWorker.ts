import { readFile } from "node:fs/promises";
import { initWasm, Resvg, type CustomFontsOptions } from "@resvg/resvg-wasm";
import { FONT_FAMILY, fontFiles } from "./fonts";
import type { PngAnswer, PngRequest } from "./svgToPng";
import { answerRequests } from "../../io/processes";

const wasm = readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm"));
const fonts = Promise.all(fontFiles().map((file) => readFile(file)));

/** The thread of `svgToPng`: draws one picture per message. */
async function answer(request: PngRequest): Promise<PngAnswer> {
  const font = { fontBuffers: await fonts, defaultFontFamily: FONT_FAMILY };
  try {
    return draw(request, font);
  } catch (error) {
    if (!(error instanceof Error && error.name === "RuntimeError")) throw error;
    throw new Error(
      "one of its shapes cannot be converted to pixels, such as a transparent one far outside the picture",
      { cause: error },
    );
  }
}

function draw({ svg, scale, mostPixels }: PngRequest, font: CustomFontsOptions): PngAnswer {
  const drawing = new Resvg(svg, { fitTo: { mode: "zoom", value: scale }, font });
  const { width, height } = drawing;
  const answer: PngAnswer = { width, height, pixels: width * height * scale ** 2 };
  if (answer.pixels <= mostPixels) {
    const picture = drawing.render();
    answer.png = picture.asPng();
    picture.free();
  }
  drawing.free();
  return answer;
}

answerRequests(Promise.all([initWasm(wasm), fonts]), answer);
