/// Looks at a page for what keeps people from using it, in the browser itself.
///
/// The rules are some of WCAG 2.2 that a program can judge: names and labels, headings and
/// landmarks, unique ids, references, contrast as computed, sizes of targets, and a width that
/// needs no scrolling.
enum PageCheck {
    /// A script that returns the findings as texts.
    static let script = helpers + structure + names + contrast + "return findings;"

    private static let helpers = """
        const findings = [];
        const all = (selector) => [...document.querySelectorAll(selector)];
        const seen = (element) => {
          if (!element.checkVisibility({visibilityProperty: true})) return false;
          const box = element.getBoundingClientRect();
          return box.width > 0 && box.height > 0;
        };
        const told = (element) => {
          const id = element.id ? "#" + element.id : "";
          return element.tagName.toLowerCase() + id + " '"
            + (element.textContent || element.value || "").trim().slice(0, 40) + "'";
        };
        const named = (element) => {
          const by = (element.getAttribute("aria-labelledby") || "").split(" ").filter(Boolean)
            .map((id) => document.getElementById(id)?.textContent || "").join(" ").trim();
          const label = [...(element.labels || [])].map((label) => label.textContent).join(" ");
          return by || (element.getAttribute("aria-label") || "").trim() || label.trim();
        };

        """

    private static let structure = """
        if (!document.documentElement.lang) findings.push("no language");
        if (!document.title.trim()) findings.push("no title");
        for (const [selector, count] of [["main", 1], ["h1", 1], ["header", 1], ["footer", 1]]) {
          if (all(selector).length !== count) findings.push("not " + count + " " + selector);
        }
        let level = 0;
        for (const heading of all("h1,h2,h3,h4,h5,h6")) {
          const next = Number(heading.tagName[1]);
          if (next > level + 1) findings.push("heading skips a level: " + told(heading));
          if (!heading.textContent.trim()) findings.push("empty heading");
          level = next;
        }
        const ids = all("[id]").map((element) => element.id);
        for (const id of ids.filter((id, index) => ids.indexOf(id) !== index)) {
          findings.push("id twice: " + id);
        }
        for (const name of ["aria-labelledby", "aria-describedby", "for"]) {
          for (const element of all("[" + name + "]")) {
            for (const id of element.getAttribute(name).split(" ")) {
              if (!document.getElementById(id)) findings.push(name + " of nothing: " + id);
            }
          }
        }
        for (const cell of all("th")) if (!cell.scope) findings.push("no scope: " + told(cell));
        for (const list of all("ul,ol")) {
          for (const item of list.children) {
            if (item.tagName !== "LI") findings.push("no item of a list: " + told(item));
          }
        }
        if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
          findings.push("wider than the window: " + document.documentElement.scrollWidth);
        }
        for (const element of all("body *")) {
          const style = getComputedStyle(element);
          const scrolls = (style.overflowX === "auto" && element.scrollWidth > element.clientWidth)
            || (style.overflowY === "auto" && element.scrollHeight > element.clientHeight);
          if (scrolls && element.tabIndex < 0) {
            findings.push("scrolls without the keyboard: " + told(element));
          }
        }

        """

    private static let names = """
        for (const field of all("input:not([type=hidden]),select,textarea")) {
          if (!field.hidden && !named(field)) findings.push("no label: " + told(field));
        }
        for (const control of all("a[href],button,summary")) {
          if (!seen(control)) continue;
          if (!control.textContent.trim() && !named(control)) {
            findings.push("no name: " + control.outerHTML);
          }
        }
        for (const image of all("img")) {
          if (!image.hasAttribute("alt")) findings.push("no alt: " + image.src);
        }
        for (const picture of all("svg")) {
          const isNamed = named(picture) || picture.querySelector("title");
          if (picture.getAttribute("aria-hidden") !== "true"
            && (picture.getAttribute("role") !== "img" || !isNamed)) {
            findings.push("picture without words: " + told(picture));
          }
        }
        for (const region of all("[role=region],nav")) {
          if (!named(region)) findings.push("no name: " + told(region));
        }
        for (const control of all("button,input:not([type=hidden]),select,.menu a")) {
          if (!seen(control)) continue;
          const box = control.getBoundingClientRect();
          if (box.width < 24 || box.height < 24) findings.push("too small: " + told(control));
        }

        """

    private static let contrast = """
        const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
        const colour = (text) => {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = text;
          canvas.fillRect(0, 0, 1, 1);
          const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
          return {red, green, blue, alpha: alpha / 255};
        };
        const over = (top, below) => {
          const mix = (name) => top[name] * top.alpha + below[name] * (1 - top.alpha);
          return {red: mix("red"), green: mix("green"), blue: mix("blue"), alpha: 1};
        };
        const ground = (element) => {
          const layers = [];
          for (let e = element; e; e = e.parentElement) {
            layers.push(colour(getComputedStyle(e).backgroundColor));
            if (layers[layers.length - 1].alpha === 1) break;
          }
          const dark = matchMedia("(prefers-color-scheme: dark)").matches;
          return layers.reverse().reduce((below, top) => over(top, below),
            colour(dark ? "black" : "white"));
        };
        const light = ({red, green, blue}) => {
          const [r, g, b] = [red, green, blue].map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (one, other) => {
          const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        };
        const judge = (element, text, below, wanted, what) => {
          const found = ratio(over(text, below), below);
          if (found < wanted) {
            findings.push(what + " contrast " + found.toFixed(2) + ": " + told(element));
          }
        };
        for (const element of all("body *")) {
          if (!seen(element) || element.closest("svg")) continue;
          const style = getComputedStyle(element);
          const hasText = [...element.childNodes].some(
            (node) => node.nodeType === 3 && node.textContent.trim());
          const isField = element.matches("input:not([type=hidden]),select");
          const size = parseFloat(style.fontSize);
          const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
          if (hasText || isField) {
            judge(element, colour(style.color), ground(element), isLarge ? 3 : 4.5, "text");
          }
          if (element.placeholder) {
            const faint = getComputedStyle(element, "::placeholder").color;
            judge(element, colour(faint), ground(element), 4.5, "placeholder");
          }
          if (isField) {
            judge(element, colour(style.borderTopColor), ground(element.parentElement), 3, "edge");
          }
        }
        for (const text of all("svg text")) {
          judge(text, colour(getComputedStyle(text).fill), ground(text.closest("svg")), 4.5,
            "text of a picture");
        }

        """
}
