/* Every number opens its card: on hover after a moment, on click, on Enter, on touch. The cards of
   a page are a script of their own, fetched when a number is first pointed at. */
(function () {
  const WAIT = 250; // ms of rest before a card opens by itself
  const LEAVE = 250; // ms outside before it closes
  const numbers = document.querySelectorAll("data.num, mn.num");
  if (!numbers.length) return;

  let deck = null; // { words, parts, cards }, once fetched
  let fetching = null;
  let opener = null; // the number whose card is open
  let pinned = false; // opened on purpose: it does not close by itself
  let trail = []; // the ids walked down, the open one last
  let timer = 0;

  /* Numbers without a link of their own, in formulas, take the keyboard too. What a table's cell
     says on hover, the card says better. */
  for (const number of numbers) {
    number.closest("td[title]")?.removeAttribute("title");
    const handle = number.querySelector("a") || number;
    handle.setAttribute("aria-haspopup", "dialog");
    if (handle === number) {
      handle.tabIndex = 0;
      handle.setAttribute("role", "button");
    }
  }

  const card = document.createElement("div");
  card.className = "book-card md-typeset";
  card.id = "book-card";
  card.tabIndex = -1;
  card.hidden = true;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "book-card-name");
  document.body.append(card);

  function load() {
    fetching ??= new Promise((done) => {
      globalThis.bookCards = (data) => done((deck = data));
      const script = document.createElement("script");
      const page = location.pathname.split("/").pop().replace(/\.html$/, "") || "index";
      script.src = `cards/${page}.js`;
      script.onerror = () => done(null);
      document.head.append(script);
    });
    return fetching;
  }

  function element(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  }

  /** How long ago a day was, in the page's language. */
  function age(day) {
    const days = Math.max(0, Math.floor((Date.now() - new Date(`${day}T00:00:00Z`)) / 864e5));
    const [count, unit] = days < 60 ? [days, "day"] : days < 730 ? [Math.round(days / 30.44), "month"] : [Math.round(days / 365.25), "year"];
    return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-count, unit);
  }

  function fill(id) {
    const [html, derivation, address] = deck.cards[id];
    const { words, parts, cards, printed } = deck;
    card.innerHTML = `<div class="card-bar"></div>${html}`;
    for (const slot of card.querySelectorAll("[data-part]")) slot.innerHTML = parts[slot.dataset.part];
    for (const link of card.querySelectorAll("a[data-card]")) {
      link.href = cards[link.dataset.card][1] || "#";
    }
    for (const time of card.querySelectorAll("time[data-age]")) {
      time.after(document.documentElement.lang.startsWith("zh") ? `（${age(time.dateTime)}）` : ` (${age(time.dateTime)})`);
    }
    const rounded = trail.length === 1 && printed[id]?.[opener.textContent.trim()];
    if (rounded) {
      const line = element(`<p class="card-kind"></p>`);
      line.textContent = rounded;
      card.querySelector(".card-value").after(line);
    }
    const name = card.querySelector("h2");
    name.id = "book-card-name";
    name.tabIndex = -1;
    const bar = card.firstElementChild;
    const before = trail[trail.length - 2];
    if (before) {
      const back = element(`<button type="button" class="card-back"></button>`);
      back.textContent = `‹ ${words.back}`;
      back.title = element(`<div>${cards[before][0]}</div>`).querySelector("h2").textContent;
      back.addEventListener("click", () => walk(trail.slice(0, -1)));
      bar.append(back);
    }
    const close = element(`<button type="button" class="card-close">×</button>`);
    close.setAttribute("aria-label", words.close);
    close.addEventListener("click", () => shut(true));
    bar.append(close);
    const end = element(`<div class="card-end"></div>`);
    if (derivation) {
      const link = element(`<a></a>`);
      link.href = derivation;
      link.textContent = derivation.startsWith("derivations") ? words.derivation : derivation.split("#")[1];
      if (derivation.startsWith("derivations")) end.append(link);
      const formula = card.querySelector('[data-part^="formula "]')?.dataset.part.slice(8);
      if (formula && deck.about) {
        const about = element(`<a></a>`);
        about.href = deck.about + formula;
        about.textContent = words.about;
        end.append(about);
      }
      const cite = element(`<details><summary></summary><p class="card-cite"></p></details>`);
      const target = new URL(address || derivation, location.href).href;
      cite.firstElementChild.textContent = words.cite;
      const value = card.querySelector(".card-value").textContent;
      const line = words.citation.replace("{id}", id).replace("{value}", value);
      const there = element(`<a></a>`);
      there.href = target;
      there.textContent = target;
      cite.lastElementChild.append(line, there);
      end.append(cite);
    }
    card.append(end);
    card.dataset.num = id;
    card.scrollTop = 0;
  }

  /** Below the number, or above it where there is more room; never over it. */
  function place() {
    const gap = 6;
    const lines = [...opener.getClientRects()];
    const number = lines[0] || opener.getBoundingClientRect();
    const last = lines[lines.length - 1] || number;
    const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom || 0;
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    const below = height - last.bottom - 2 * gap;
    const above = number.top - Math.max(header, 0) - 2 * gap;
    card.style.maxHeight = "";
    const up = card.offsetHeight > below && above > below;
    card.style.maxHeight = `${Math.max(up ? above : below, 96)}px`;
    const left = Math.min(Math.max(number.left, gap), width - card.offsetWidth - gap);
    card.style.left = `${Math.max(left, gap) + scrollX}px`;
    const top = up ? number.top - gap - card.offsetHeight : last.bottom + gap;
    card.style.top = `${top + scrollY}px`;
  }

  async function open(number, { pin = false, enter = false } = {}) {
    clearTimeout(timer);
    if (!(await load())) {
      const link = number.querySelector("a");
      if (pin && link) location.href = link.href;
      return;
    }
    if (!deck.cards[number.dataset.num]) return;
    if (opener !== number) {
      opener?.classList.remove("is-open");
      opener = number;
      trail = [number.dataset.num];
      fill(trail[0]);
    }
    pinned ||= pin;
    opener.classList.add("is-open");
    card.hidden = false;
    place();
    if (enter) card.querySelector("h2").focus({ preventScroll: true });
  }

  function walk(ids) {
    trail = ids;
    pinned = true;
    fill(ids[ids.length - 1]);
    place();
    card.querySelector("h2").focus({ preventScroll: true });
  }

  function shut(back) {
    clearTimeout(timer);
    if (card.hidden) return;
    const inside = card.contains(document.activeElement);
    card.hidden = true;
    opener.classList.remove("is-open");
    if (back || inside) (opener.querySelector("a") || opener).focus({ preventScroll: true });
    opener = null;
    pinned = false;
  }

  const numberAt = (target) => target.closest?.(".md-content :is(data.num, mn.num, tspan.num)");

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const number = numberAt(event.target);
    if (number || card.contains(event.target)) clearTimeout(timer);
    if (!number || number === opener) return;
    load();
    if (!pinned) timer = setTimeout(() => open(number), WAIT);
  });
  document.addEventListener("pointerout", (event) => {
    const to = event.relatedTarget;
    if (event.pointerType === "touch" || pinned) return;
    if (to && (numberAt(to) || card.contains(to))) return;
    if (numberAt(event.target) || card.contains(event.target)) {
      clearTimeout(timer);
      timer = setTimeout(() => shut(false), LEAVE);
    }
  });
  document.addEventListener("pointerdown", (event) => numberAt(event.target) && load());
  document.addEventListener("focusin", (event) => {
    if (numberAt(event.target)) load();
    else if (!card.hidden && !card.contains(event.target)) shut(false);
  });
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const step = event.target.closest("#book-card a[data-card]");
    if (step) {
      event.preventDefault();
      walk([...trail, step.dataset.card]);
      return;
    }
    const number = numberAt(event.target);
    if (number) {
      event.preventDefault();
      if (number === opener && pinned) shut(true);
      else open(number, { pin: true, enter: event.detail === 0 });
    } else if (!card.hidden && !event.composedPath().includes(card)) {
      shut(false);
    }
  });
  document.addEventListener("keydown", (event) => {
    const number = numberAt(event.target);
    if (event.key === "Escape" && !card.hidden) {
      event.stopPropagation();
      shut(true);
    } else if (number === event.target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault(); // a number in a formula; a link clicks by itself
      open(number, { pin: true, enter: true });
    } else if (event.key === "Tab" && card.contains(event.target)) {
      event.preventDefault(); // the card's stops in turn, back to the first after the last
      const all = [...card.querySelectorAll("a[href], button, summary")];
      const stops = all.filter((stop) => stop.checkVisibility());
      const from = stops.indexOf(document.activeElement);
      const next = event.shiftKey ? (from < 0 ? 0 : from) - 1 : from + 1;
      stops[(next + stops.length) % stops.length].focus();
    }
  }, true);
  addEventListener("resize", () => !card.hidden && place());
})();
