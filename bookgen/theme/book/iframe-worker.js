/* A page opened from a folder may not start a worker. This stands in for one, so that search works
   there: the worker's script runs in a hidden frame of the page. Material recognises the stand-in
   by the name IFrameWorker, and waits for the promise that importScripts returns. */
if (location.protocol === "file:") {
  const frameOf = (url) => {
    const attribute = url.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
    const boot = `
      window.addEventListener("error", (event) => parent.console.error(event.message));
      window.postMessage = (data) => frameElement.dispatchEvent(new CustomEvent("answer", { detail: data }));
      window.importScripts = async (...urls) => {
        for (const url of urls.flat()) {
          await new Promise((done, failed) => {
            const script = document.createElement("script");
            script.src = new URL(url.replace(/^.*\\/lunr\\//, "../lunr/"), frameElement.dataset.url);
            script.onload = done;
            script.onerror = failed;
            document.body.append(script);
          });
        }
      };`;
    return `<!doctype html><meta charset="utf-8"><body><script>${boot}</` +
      `script><script src="${attribute}"></` + "script>";
  };

  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.dataset.url = new URL(url, document.baseURI).href;
      frame.addEventListener("answer", ({ detail }) => {
        const message = new MessageEvent("message", { data: detail });
        this.dispatchEvent(message);
        if (this.onmessage) this.onmessage(message);
      });
      this.ready = new Promise((done) => frame.addEventListener("load", done, { once: true }));
      frame.srcdoc = frameOf(frame.dataset.url);
      document.documentElement.append(frame);
      this.frame = frame;
    }

    postMessage(data) {
      this.ready.then(() => {
        const { contentWindow } = this.frame;
        contentWindow.dispatchEvent(new contentWindow.MessageEvent("message", { data }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
