import { NoAnswer } from "../expect.ts";

const mostTries = 3;

/** Does what may be done more than once until it is answered, at most three times. @throws NoAnswer: it never was */
export async function untilAnswered<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer) || tries === mostTries) throw thrown;
    }
  }
}
