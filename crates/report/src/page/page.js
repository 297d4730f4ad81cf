"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const table = byId("buckets");
  if (table) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    const search = byId("search"), kind = byId("kind"), state = byId("state"), shown = byId("shown");
    let texts;
    const tell = (count) => { shown.textContent = count + " of " + rows.length; };
    const filter = () => {
      texts ??= rows.map((row) => row.textContent.toLowerCase());
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      rows.forEach((row, i) => {
        const fits = (!kind.value || row.dataset.kind === kind.value)
          && (!state.value || row.dataset.state === state.value)
          && words.every((word) => texts[i].includes(word));
        row.hidden = !fits;
        const details = byId("b-" + row.dataset.id);
        if (details) details.hidden = !fits;
        if (fits) count += 1;
      });
      tell(count);
    };
    [search, kind, state].forEach((input) => input.addEventListener("input", filter));
    tell(rows.length);
    table.querySelectorAll("th button").forEach((button) => {
      button.addEventListener("click", () => {
        const head = button.closest("th");
        const column = Array.from(head.parentNode.children).indexOf(head);
        const down = head.getAttribute("aria-sort") === "ascending";
        table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
        const numeric = head.classList.contains("n");
        const collator = new Intl.Collator("en", { numeric: true });
        const order = (a, b) => numeric ? Number(a) - Number(b) : collator.compare(a, b);
        const sorted = rows.map((row, i) => [value(row), i, row])
          .sort((a, b) => (down ? -1 : 1) * order(a[0], b[0]) || a[1] - b[1]);
        const all = document.createDocumentFragment();
        sorted.forEach(([, , row]) => all.appendChild(row));
        body.appendChild(all);
      });
    });
  }
  const open = () => {
    const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
    if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    const text = button.parentNode.querySelector("pre").textContent;
    try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(button.parentNode.querySelector("pre")); }
  });
})();
