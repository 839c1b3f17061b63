/* Tables of the reference pages: sorted by a head, filtered by a word. A blank stays last. */
(function () {
  const order = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true });

  /** What a row sorts by in a column: a number where all of the column's values are numbers. */
  function keys(rows, column) {
    const texts = rows.map((row) => row.cells[column].dataset.value);
    const numeric = texts.every((text) => text === undefined || text.trim() !== "" && isFinite(text));
    return new Map(rows.map((row, index) => [row, numeric && texts[index] !== undefined ? Number(texts[index]) : texts[index]]));
  }

  function compare(a, b) {
    return typeof a === "number" ? a - b : order.compare(a, b);
  }

  function sort(table, head) {
    const heads = [...head.parentElement.cells];
    const down = head.getAttribute("aria-sort") === "ascending";
    const rows = [...table.tBodies[0].rows];
    const key = keys(rows, heads.indexOf(head));
    rows.sort((one, other) => {
      const [a, b] = [key.get(one), key.get(other)];
      if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
      return down ? compare(b, a) : compare(a, b);
    });
    for (const each of heads) each.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...rows);
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = head.querySelector("button");
      if (!button) continue;
      button.disabled = false;
      button.addEventListener("click", () => sort(table, head));
    }
    const region = table.closest(".table-region");
    if (region) {
      region.addEventListener("scroll", () => region.classList.toggle("is-scrolled", region.scrollLeft > 0), { passive: true });
    }
  }

  for (const tools of document.querySelectorAll(".ref-tools")) {
    const rows = [...document.getElementById(tools.dataset.table).tBodies[0].rows];
    const select = tools.querySelector("select");
    const output = tools.querySelector("output");

    function filter() {
      const name = select.dataset.filter;
      for (const row of rows) row.hidden = select.value !== "" && row.dataset[name] !== select.value;
      const shown = rows.filter((row) => !row.hidden).length;
      output.textContent = output.dataset.text.replace("{shown}", shown).replace("{all}", rows.length);
    }

    tools.hidden = false;
    select.addEventListener("change", filter);
    filter();
  }
})();
