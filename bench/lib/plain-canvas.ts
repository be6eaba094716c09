/** A page that draws boxes and the lines between them, and moves one under the mouse, with no framework: what a drag costs at least. */
export const plainCanvas = (count: number, perRow: number): string => `
<style>
  body { margin: 0; overflow: hidden }
  #canvas { position: absolute; inset: 0; transform-origin: 0 0; transform: scale(0.22) }
  .box { position: absolute; width: 180px; height: 64px; border: 1px solid #888; border-radius: 6px; background: #fff }
  .box { font: 13px sans-serif }
  svg { position: absolute; overflow: visible; pointer-events: none }
</style>
<button id="open">打开</button><div id="canvas"></div>
<script>
{
  const perRow = ${perRow}, count = ${count};
  const places = Array.from({ length: count }, (_, at) => ({ x: (at % perRow) * 260, y: Math.floor(at / perRow) * 160 }));
  const point = ({ x, y }, right) => x + right + "," + (y + 32) + " ";
  const path = (a, b) => "M" + point(a, 180) + "C" + point(a, 220) + point(b, -40) + point(b, 0);
  document.querySelector("#open").addEventListener("click", () => {
    document.querySelector("#canvas").innerHTML =
      "<svg>" +
      places.slice(1).map((to, at) => '<path fill="none" stroke="#888" d="' + path(places[at], to) + '"/>').join("") +
      "</svg>" +
      places.map((_, at) => '<div class="box" data-box="' + at + '">节点' + at + "</div>").join("");
    const boxes = document.querySelectorAll("[data-box]"), lines = document.querySelectorAll("path");
    const put = (at) => (boxes[at].style.transform = "translate(" + places[at].x + "px," + places[at].y + "px)");
    places.forEach((_, at) => put(at));
    let held;
    addEventListener("mousedown", (event) => {
      const box = event.target.closest("[data-box]");
      if (box) held = { at: Number(box.dataset.box), x: event.clientX, y: event.clientY };
    });
    addEventListener("mouseup", () => (held = undefined));
    addEventListener("mousemove", (event) => {
      if (!held) return;
      const place = places[held.at];
      place.x += (event.clientX - held.x) / 0.22;
      place.y += (event.clientY - held.y) / 0.22;
      held.x = event.clientX;
      held.y = event.clientY;
      put(held.at);
      for (const at of [held.at - 1, held.at])
        if (lines[at]) lines[at].setAttribute("d", path(places[at], places[at + 1]));
    });
  });
}
</script>`;
