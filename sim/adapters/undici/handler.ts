import type { Dispatcher } from "undici";

/** Names and values in turn, in bytes, as they stand on the wire. */
export const rawHeaders = (headers: object): Buffer[] =>
  Object.entries(headers)
    .flat()
    .map((text) => Buffer.from(text, "latin1"));

/**
 * A handler in the shape that undici 7 introduced. Those of the shape before come from undici 6 and, where no interceptor stands between
 * them, from the clients of undici 7.
 */
export function modern(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  if (handler.onRequestStart) return handler;
  return {
    onRequestStart: (controller) => handler.onConnect?.((reason) => controller.abort(reason ?? new Error("The request was given up"))),
    onResponseStart: (controller, status, headers, message = "") => {
      if (handler.onHeaders?.(status, rawHeaders(headers), () => controller.resume(), message) === false) controller.pause();
    },
    onResponseData: (controller, chunk) => {
      if (handler.onData?.(chunk) === false) controller.pause();
    },
    onResponseEnd: () => handler.onComplete?.([]),
    onResponseError: (_, error) => handler.onError?.(error),
  };
}
