import type { Oracle } from "../model/oracle.ts";
import { againstModel, type ModelOptions } from "./against-model.ts";
import { idOf, signaturesOf } from "./signature.ts";
import type { TraceEntry } from "./tracing.ts";

/** The most runs that agree and are remembered, and characters in their answers: registrations with large realms are long. */
const most = { runs: 300, characters: 16_000_000 };

const lengthOf = (record: readonly TraceEntry[]): number =>
  record.reduce((sum, recorded) => sum + (recorded.kind === "request" ? (recorded.reply?.text?.length ?? 0) : 0), 0);

/**
 * What a target says otherwise than the model in runs that agree: such a difference does not explain by itself why another run fails. The runs
 * are played on the model when that is asked for first, and never where nothing fails.
 */
export class Innocent {
  #runs: { readonly record: readonly TraceEntry[]; readonly options: ModelOptions }[] = [];
  #noted = 0;
  #characters = 0;
  readonly #ids = new Set<string>();

  /** Notes a run that agrees. */
  note(record: readonly TraceEntry[], options: ModelOptions): void {
    if (this.#noted++ >= most.runs || this.#characters >= most.characters) return;
    this.#characters += lengthOf(record);
    this.#runs.push({ record, options });
  }

  /** The ids of the signatures of such differences. */
  ids(oracle: Oracle): ReadonlySet<string> {
    for (const { record, options } of this.#runs)
      for (const { routed, differences, expected, reply } of againstModel(record, oracle, options))
        for (const signature of signaturesOf(routed.route, differences, expected, reply)) this.#ids.add(idOf(signature));
    this.#runs = [];
    return this.#ids;
  }
}
