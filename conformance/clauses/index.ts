import type { Clause } from "../clause.ts";
import { authentication } from "./authentication.ts";
import { conventions } from "./conventions.ts";
import { entrance } from "./entrance.ts";
import { errors } from "./errors.ts";
import { events } from "./events.ts";
import { folders } from "./folders.ts";
import { limits } from "./limits.ts";
import { messageResource } from "./message-resource.ts";
import { messagesGet } from "./messages.get.ts";
import { messagesMatchesNarrowGet } from "./messages.matches_narrow.get.ts";
import { messagesPost } from "./messages.post.ts";
import { messagesIdDelete } from "./messages-id.delete.ts";
import { messagesIdGet } from "./messages-id.get.ts";
import { narrow } from "./narrow.ts";
import { peopleAndViews } from "./people-and-views.ts";
import { realmState } from "./realm-state.ts";
import { headingOf, headings } from "./sections.ts";
import { topicPolicy } from "./topic-policy.ts";
import { typingPost } from "./typing.post.ts";
import { userTopicsPost } from "./user_topics.post.ts";
import { userGroups } from "./user-groups.ts";
import { versioning } from "./versioning.ts";
import { visibility } from "./visibility.ts";

const all: readonly Clause[] = [
  ...folders,
  ...userGroups,
  ...peopleAndViews,
  ...realmState,
  ...entrance,
  ...conventions,
  ...messageResource,
  ...narrow,
  ...messagesPost,
  ...typingPost,
  ...userTopicsPost,
  ...messagesMatchesNarrowGet,
  ...messagesIdGet,
  ...messagesGet,
  ...messagesIdDelete,
  ...topicPolicy,
  ...events,
  ...authentication,
  ...errors,
  ...limits,
  ...visibility,
  ...versioning,
];

const placeOf = ({ section }: Clause): number => headings.indexOf(headingOf(section) ?? "");

/** Every clause, in the order of the specification. */
export const clauses: readonly Clause[] = all.toSorted((a, b) => placeOf(a) - placeOf(b));
