/// What the pages do beyond reading: ages that grow, a key for the search, the live view.
///
/// Without it everything can be read and every form can be sent. It puts texts into the page
/// as texts only.
enum Script {
    static let text = ages + keys + live

    private static let ages = """
        "use strict";
        function age(since) {
          const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
          if (seconds < 2) return "just now";
          if (seconds < 120) return seconds + " seconds ago";
          if (seconds < 7200) return Math.floor(seconds / 60) + " minutes ago";
          if (seconds < 172800) return Math.floor(seconds / 3600) + " hours ago";
          return Math.floor(seconds / 86400) + " days ago";
        }
        function refreshAges() {
          for (const time of document.querySelectorAll("time[data-since]")) {
            const words = age(Number(time.dataset.since));
            if (time.textContent !== words) time.textContent = words;
          }
        }
        setInterval(refreshAges, 1000);

        """

    private static let keys = """
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
          const field = document.querySelector("[data-key=\\"" + CSS.escape(event.key) + "\\"]");
          if (!field) return;
          event.preventDefault();
          field.focus();
          if (field.select) field.select();
        });

        """

    private static let live = """
        const table = document.getElementById("requests");
        if (table) {
          const body = table.tBodies[0];
          const line = document.getElementById("live");
          const pause = document.getElementById("pause");
          let last = Number(table.dataset.last);
          let isPaused = false;
          pause.hidden = false;
          pause.addEventListener("click", () => {
            isPaused = !isPaused;
            pause.setAttribute("aria-pressed", String(isPaused));
            pause.textContent = isPaused ? "Go on" : "Pause";
            say(isPaused ? "Paused" : "Watching");
          });
          function say(words) {
            if (line.textContent !== words) line.textContent = words;
          }
          const columns = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
          function cell(row, words, name, title) {
            const cell = row.insertCell();
            cell.setAttribute("role", "cell");
            cell.dataset.label = columns[cell.cellIndex];
            if (name) cell.className = name;
            if (title) cell.title = title;
            cell.textContent = words;
            return cell;
          }
          function part(cell, tag, name, words) {
            const element = document.createElement(tag);
            element.className = name;
            element.textContent = words;
            cell.append(element);
            return element;
          }
          function show(request) {
            const row = body.insertRow(0);
            row.className = "new";
            row.setAttribute("role", "row");
            const since = Date.parse(request.time);
            const time = part(cell(row, ""), "time", "nowrap", age(since));
            time.dateTime = request.time;
            time.title = request.time;
            time.dataset.since = since;
            cell(row, request.client, "mono");
            cell(row, request.fetcher, "", request.user_agent);
            cell(row, request.host || "–", "mono");
            cell(row, request.target ? request.method + " " + request.target : "–", "mono");
            const got = cell(row, "");
            const isGood = request.status >= 200 && request.status < 400;
            part(got, "span", isGood ? "badge good" : "badge bad", request.status || "–");
            got.append(" " + request.outcome);
            if (request.document) {
              got.append(" ");
              part(got, "code", "muted", request.document);
            }
          }
          async function look() {
            if (isPaused || document.hidden) return false;
            try {
              const from = new URL(table.dataset.from, location.href);
              from.searchParams.set("after", last);
              const answer = await fetch(from, { credentials: "same-origin",
                cache: "no-store" });
              if (answer.status === 401) {
                say("Your session is over: load the page anew to sign in");
                return false;
              }
              const news = await answer.json();
              if (news.last < last) body.replaceChildren();
              last = news.last;
              const none = document.getElementById("none");
              if (none && news.requests.length) none.remove();
              for (const request of news.requests.reverse()) show(request);
              while (body.rows.length > 200) body.deleteRow(-1);
              say("Watching, " + last + (last === 1 ? " request" : " requests")
                + " since the start" + table.dataset.words);
              return news.requests.length > 0;
            } catch (error) {
              say("The server does not answer; trying again");
              return false;
            }
          }
          // The longer nothing happens, the seldomer it looks: each look is a line in the log.
          let wait = 1000;
          async function watch() {
            wait = await look() ? 1000 : Math.min(wait * 1.1, 5000);
            setTimeout(watch, wait);
          }
          watch();
        }

        """
}
