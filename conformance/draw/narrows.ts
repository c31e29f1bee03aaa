import fc from "fast-check";
import { type Drawn, listOf, mostly } from "./combinators.ts";
import type { Ground } from "./ground.ts";
import { channel, channelName, email, made, user } from "./references.ts";
import { freshTopic, topic } from "./topics.ts";

const term = (operator: Drawn, operand: Drawn): Drawn => fc.record({ operator, operand });
const is = (...words: readonly string[]): Drawn => fc.constantFrom(...words);

const people = (ground: Ground): Drawn => mostly([3, listOf(user(ground), 2, 1)], [2, user(ground)], [1, email(ground)]);

/** Terms that need what only the model of the whole history knows. */
const anyTerm = (ground: Ground): Drawn =>
  mostly(
    [4, term(is("channel", "stream"), mostly([1, channel(ground)], [1, channelName(ground)]))],
    [4, term(is("topic"), topic(ground))],
    [3, term(is("sender"), mostly([2, user(ground)], [1, email(ground)]))],
    [3, term(is("dm", "pm-with", "dm-including"), people(ground))],
    [2, term(is("is"), is("dm", "private", "unread", "mentioned", "starred", "alerted", "resolved", "followed", "muted"))],
    [2, term(is("has"), is("link", "image", "attachment", "reaction"))],
    [1, term(is("id"), made("message"))],
    [1, term(is("with"), made("message"))],
    [ground.known ? 1 : 0, term(is("channels", "streams"), is("public", "web-public"))],
    [ground.known ? 2 : 0, term(is("search"), is("soup", "hi", "plans waits", '"who brings"', "nothingness"))],
    [1, term(is("in"), is("home", "all"))],
    [1, term(is("sender", "channel", "is", "nonsense"), is("nobody@example.com", "no such channel", ""))],
  );

const negated = (what: Drawn): Drawn => mostly([7, what], [1, what.map((one) => ({ ...(one as object), negated: true }))]);

/** A topic of a channel, as clients ask for most. */
const conversation = (ground: Ground): Drawn =>
  fc.tuple(mostly([2, channel(ground)], [3, channelName(ground)]), freshTopic).map(([where, what]) => [
    { operator: "channel", operand: where },
    { operator: "topic", operand: what },
  ]);

const wrong: Drawn = fc.constantFrom({}, [{}], "sender:me", [["is", "dm"]], [{ operator: "is" }], null, [3]);

/** A narrow; where the model does not know all history, mostly one that lies in a fresh topic. */
export const narrow = (ground: Ground): Drawn =>
  mostly(
    [ground.known ? 6 : 20, conversation(ground)],
    [4, fc.tuple(conversation(ground), negated(anyTerm(ground))).map(([terms, more]) => [...(terms as unknown[]), more])],
    [6, listOf(negated(anyTerm(ground)), 2, 1)],
    [1, []],
    [1, wrong],
  );
