import type { ShownMessage, ShownPart, ShownPlaces } from "../control/places.ts";
import { ask, fillWhenOpened, preformatted } from "./ask.ts";
import { h, PageList, spoken, the } from "./dom.ts";
import { safe } from "./safe.ts";

/** A button of the two rows: a channel, or one of its topics. */
interface Choice {
  readonly place: string;
  readonly name: string;
  readonly about: string;
  readonly chosen: boolean;
}

const direct = "direct";
let places: ShownPlaces = { channels: [], conversations: [] };
let channel = "";
let place = "";

function chip({ place: to, name, about, chosen }: Choice, choose: (place: string) => void): HTMLElement {
  const button = h("button", { type: "button", className: "chip", title: about }, name);
  button.setAttribute("aria-pressed", String(chosen));
  button.onclick = () => choose(to);
  return h("li", {}, button);
}

function chooseChannel(to: string): void {
  channel = to;
  place = to === direct ? (places.conversations[0]?.place ?? "") : to;
  the("messages").replaceChildren();
  show();
}

function choosePlace(to: string): void {
  place = to;
  show();
}

const rows = {
  channels: new PageList<Choice>("channels", {
    key: (one) => one.place,
    make: (one) => chip(one, chooseChannel),
    none: "There is no channel.",
  }),
  topics: new PageList<Choice>("topics", {
    key: (one) => one.place,
    make: (one) => chip(one, choosePlace),
    none: "Nothing was written here yet.",
  }),
};

function reactionsOf({ reactions }: ShownMessage): string {
  const names = [...new Set(reactions.map(({ emoji_name }) => emoji_name))];
  const people = (name: string) => reactions.filter((one) => one.emoji_name === name).map((one) => one.by);
  return names.map((name) => `:${name}: ${people(name).join(", ")}`).join("   ");
}

function messageRow(message: ShownMessage): HTMLElement {
  const { id, sender, topic, sent, edited, html } = message;
  const reactions = reactionsOf(message);
  const wire = h("details", { className: "wire" }, h("summary", { ariaLabel: `JSON of message ${id}` }, "JSON"));
  fillWhenOpened(wire, async () => {
    const { body } = await ask<{ body: { message?: object } }>(`GET /messages/${id}`);
    return [preformatted(JSON.stringify(body.message ?? body, null, 2))];
  });
  return h(
    "li",
    {},
    h(
      "div",
      { className: "byline" },
      h("b", {}, sender),
      topic !== "" && h("span", {}, topic),
      h("time", { dateTime: sent }, spoken(sent)),
      h("span", {}, `#${id}${edited ? ", edited" : ""}`),
      wire,
    ),
    h("div", { className: "content" }, safe(html)),
    reactions !== "" && h("p", { className: "soft" }, reactions),
  );
}

const messages = new PageList<ShownMessage>("messages", { key: ({ id }) => String(id), make: messageRow, none: "There is no message." });

async function showMessages(): Promise<void> {
  const asked = place;
  const told = asked === "" ? { messages: [] } : await ask<{ messages: ShownMessage[] }>(`GET /places/${asked}`);
  if (asked !== place) return;
  const box = the("messages");
  const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40 || box.scrollTop === 0;
  messages.show(told.messages);
  if (atEnd) box.scrollTop = box.scrollHeight;
}

const topicChoice = ({ place: to, name }: ShownPart): Choice => ({
  place: to,
  name: name === "" ? "(no topic)" : name,
  about: name,
  chosen: to === place,
});

function topicChoices(): Choice[] {
  if (channel === direct) return places.conversations.map(topicChoice);
  const topics = places.channels.find((one) => one.place === channel)?.topics ?? [];
  if (topics.length === 0) return [];
  return [{ place: channel, name: "all topics", about: "all topics", chosen: place === channel }, ...topics.map(topicChoice)];
}

const topicsOf = ({ topics, topic_count }: ShownPlaces["channels"][number]): string =>
  topic_count > topics.length ? `, ${topics.length} newest of ${topic_count} topics` : "";

function show(): void {
  rows.channels.show([
    ...places.channels.map(({ place: to, name, privacy, stream_id, subscribers }) => ({
      place: to,
      name: `#${name}`,
      about: `${privacy}, id ${stream_id}, ${subscribers} subscribed`,
      chosen: to === channel,
    })),
    { place: direct, name: "direct messages", about: "direct messages", chosen: channel === direct },
  ]);
  const chosen = places.channels.find((one) => one.place === channel);
  the("channel-about").textContent = chosen
    ? `${chosen.privacy}, id ${chosen.stream_id}, ${chosen.subscribers} subscribed${topicsOf(chosen)}`
    : "conversations without a channel";
  rows.topics.show(topicChoices());
  void showMessages();
}

/** Shows what is written now; the place that was chosen stays so, unless it is gone. */
export async function showPlaces(): Promise<void> {
  places = await ask<ShownPlaces>("GET /places");
  const isThere = channel === direct || places.channels.some((one) => one.place === channel);
  if (!isThere) channel = places.channels[0]?.place ?? direct;
  const parts = [...(places.channels.find((one) => one.place === channel)?.topics ?? []), ...places.conversations];
  if (place !== channel && !parts.some((part) => part.place === place)) place = channel === direct ? (parts[0]?.place ?? "") : channel;
  show();
}
