// An SVG as a PNG, drawn shape by shape on a canvas: the page may load no image that it made itself.

const scale = 2;

/** Rejects where the browser cannot make a picture of it. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("There is no canvas.");
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>("path,rect,circle,line,text")) draw(pen, shape);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("The canvas is empty.")) : resolve(blob)), "image/png");
  });
}

function draw(pen: CanvasRenderingContext2D, shape: SVGGraphicsElement): void {
  const style = getComputedStyle(shape);
  const place = shape.getCTM();
  if (style.display === "none" || style.visibility === "hidden" || place === null) return;
  pen.setTransform(new DOMMatrix([scale, 0, 0, scale, 0, 0]).multiply(place));
  const opacity = Number(style.opacity);
  if (shape instanceof SVGTextElement) {
    drawText(pen, shape, style, opacity);
    return;
  }
  const path = pathOf(shape);
  if (isPaint(style.fill)) {
    pen.globalAlpha = opacity * Number(style.fillOpacity);
    pen.fillStyle = style.fill;
    pen.fill(path);
  }
  if (isPaint(style.stroke)) {
    pen.globalAlpha = opacity * Number(style.strokeOpacity);
    pen.strokeStyle = style.stroke;
    pen.lineWidth = Number.parseFloat(style.strokeWidth);
    pen.setLineDash(
      style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[\s,]+/).map(Number.parseFloat),
    );
    pen.stroke(path);
  }
}

function isPaint(paint: string): boolean {
  return paint !== "none" && paint !== "transparent" && paint !== "rgba(0, 0, 0, 0)";
}

function pathOf(shape: SVGGraphicsElement): Path2D {
  const path = new Path2D();
  if (shape instanceof SVGCircleElement) {
    path.arc(shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value, 0, 2 * Math.PI);
  } else if (shape instanceof SVGRectElement) {
    const { x, y, width, height, rx } = shape;
    path.roundRect(x.baseVal.value, y.baseVal.value, width.baseVal.value, height.baseVal.value, rx.baseVal.value);
  } else if (shape instanceof SVGLineElement) {
    path.moveTo(shape.x1.baseVal.value, shape.y1.baseVal.value);
    path.lineTo(shape.x2.baseVal.value, shape.y2.baseVal.value);
  } else {
    path.addPath(new Path2D(shape.getAttribute("d") ?? ""));
  }
  return path;
}

const aligns: Readonly<Record<string, CanvasTextAlign>> = { start: "left", middle: "center", end: "right" };

function drawText(pen: CanvasRenderingContext2D, shape: SVGTextElement, style: CSSStyleDeclaration, opacity: number) {
  const at = (list: SVGAnimatedLengthList): number => (list.baseVal.length === 0 ? 0 : list.baseVal.getItem(0).value);
  pen.globalAlpha = opacity * Number(style.fillOpacity);
  pen.fillStyle = style.fill;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.textAlign = aligns[style.textAnchor] ?? "left";
  pen.fillText(shape.textContent ?? "", at(shape.x) + at(shape.dx), at(shape.y) + at(shape.dy));
}
