/* The language switch keeps the reader's place: ids are the same in both languages. */
(function () {
  const links = document.querySelectorAll("a.book-switch");
  const headings = document.querySelectorAll(".md-content :is(h2, h3, h4)[id]");

  /** The id of the heading that the text at the top of the window stands under. */
  function section() {
    const line = innerHeight / 3;
    let found = "";
    for (const heading of headings) {
      if (scrollY < 1 || heading.getBoundingClientRect().top > line) break;
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

  /* The derivations were one page once: an address from then leads on to the page that has it now. */
  function follow() {
    const [page, ...name] = location.hash.slice(1).split(".");
    const pages = [...document.querySelectorAll(".derivations a")];
    const link = name.length && pages.find((a) => a.getAttribute("href") === `derivations-${page}.html`);
    if (link) location.replace(link.href + location.hash);
  }
  addEventListener("hashchange", follow);
  follow();

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

  /* Search answers to keys only: let it see what an input method, a paste or a voice put in. */
  const query = document.querySelector(".md-search__input");
  query.addEventListener("input", () => query.dispatchEvent(new KeyboardEvent("keyup")));

  /* Words are cut in Chinese text only, so that "H100显卡" would be one word: cut it in two. */
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asks = message && message.type === 2 && typeof message.data === "string";
    const cut = (text) => text.replace(/(\p{sc=Han})(?=[A-Za-z0-9])|([A-Za-z0-9%])(?=\p{sc=Han})/gu, "$& ");
    return post.call(this, asks ? { ...message, data: cut(message.data) } : message, ...rest);
  };

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
