import type { RulingChoices, RulingName } from "../rulings/index.ts";
import type { Varying } from "./variations.ts";

/** The settings of the simulated server, fixed for its life. */
export interface ServerSettings {
  /** Feature level, from 1 to the newest. */
  readonly level: number;
  /** The word that names carry on the wire: `service_feature_level`, `Basic realm="service"`. */
  readonly brand: string;
  readonly rulings: RulingChoices;
  /** The rulings that decided with what the realm begins. */
  readonly rulingsAtStart?: ReadonlySet<RulingName>;
  readonly seed: number;
  /** UNIX seconds at which it was started. */
  readonly started: number;
  /** Base URL of the organization, without a slash at the end. */
  readonly url: string;
  /** The name of the realm that it was made from. */
  readonly realm: string;
  /** Number of UTF-16 units of texts that may be written into the realm; undefined for as many as is usual. */
  readonly mostWritten?: number;
  /** In what it is unlike other correct servers; undefined where in nothing. */
  readonly varying?: Varying;
}

/** The segment that stands for the provider of video calls in paths and names: the real one where the brand is. */
export const videoProvider = ({ brand }: Pick<ServerSettings, "brand">): "vc" | "webex" => (brand === "zulip" ? "webex" : "vc");

/** The brand as the name of the product, with a capital. */
export const productName = ({ brand }: Pick<ServerSettings, "brand">): string => `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`;

/** The base URL that a server gives as its own unless it is told where it is reached. */
export const defaultUrl = "http://localhost:9991";
