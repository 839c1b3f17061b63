/* The language switch keeps the reader's place: ids are the same in both languages. */
(function () {
  const links = document.querySelectorAll("a.book-switch");
  const headings = document.querySelectorAll(".md-content :is(h2, h3, h4)[id]");

  /** The id of the heading that the text at the top of the window stands under. */
  function section() {
    const line = innerHeight / 3;
    let found = "";
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top > line) break;
      found = heading.id;
    }
    const bottom = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const target = decodeURIComponent(location.hash.slice(1));
    const asked = bottom && [...headings].find((heading) => heading.id === target);
    return asked && asked.getBoundingClientRect().top < innerHeight ? target : found;
  }

  function aim(event) {
    const id = section();
    const link = event.currentTarget;
    link.hash = id ? "#" + encodeURIComponent(id) : "";
  }

  for (const link of links) {
    for (const type of ["pointerdown", "focus", "click"]) link.addEventListener(type, aim);
  }

  /* A formula in a sentence that is wider than the column scrolls on a line of its own, and one
     that scrolls can be scrolled by keyboard. */
  const formulas = [...document.querySelectorAll(".math")];
  function fit() {
    for (const formula of formulas) formula.classList.remove("is-long");
    const long = formulas.filter((formula) => {
      const room = formula.parentElement.closest("p, li, td, th, dd, div, figcaption, article");
      return formula.matches("span") && room && formula.offsetWidth > room.clientWidth;
    });
    for (const formula of long) formula.classList.add("is-long");
    for (const formula of formulas) {
      if (formula.scrollWidth > formula.clientWidth && formula.clientWidth) formula.tabIndex = 0;
      else formula.removeAttribute("tabindex");
    }
  }
  if (formulas.length) {
    document.fonts.ready.then(fit);
    addEventListener("resize", fit);
  }

  /* Labels that open the contents and the search answer to the keyboard like buttons. */
  for (const button of document.querySelectorAll(".book-label > [role=button]")) {
    button.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        button.click();
      }
    });
  }
})();
