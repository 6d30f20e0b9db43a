// How updates are fetched: with Node, because Chromium's own networking is off in the console.
import { type ClientRequest, type IncomingMessage, request as requestPlain, type RequestOptions } from "node:http";
import { request as requestSecurely } from "node:https";
import { configureRequestUrl, type DownloadOptions, HttpExecutor } from "builder-util-runtime";

export class NodeHttpExecutor extends HttpExecutor<ClientRequest> {
  override createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return (options.protocol === "http:" ? requestPlain : requestSecurely)(options, callback);
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: RequestOptions = { headers: options.headers ?? {} };
      configureRequestUrl(url, request);
      this.doDownload(
        request,
        {
          destination,
          options,
          onCancel,
          callback: (error) => (error instanceof Error ? reject(error) : resolve(destination)),
          responseHandler: null,
        },
        0,
      );
    });
  }
}
