// How each browser is started: without a window, without its services on the network, and for one page.

const CHROMIUM = [
  "--headless",
  // The page is ours, and its code ran in Node without a sandbox.
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--disable-quic",
  "--password-store=basic",
  // A page without a window is not in the background.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

const FIREFOX = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  "browser.newtabpage.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 0,
  "browser.tabs.warnOnClose": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.update.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "media.gmp-manager.updateEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "network.prefetch-next": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "data:,",
};

const isFirefox = (product) => product === "Firefox";

/** The arguments with which a browser opens the address that follows them. `rules` are flags of its engine. */
export function argumentsOf(product, profile, rules) {
  if (isFirefox(product)) {
    return ["--headless", "--no-remote", "--profile", profile];
  }
  return [...CHROMIUM, `--user-data-dir=${profile}`, `--js-flags=${rules}`];
}

/** The files that its profile begins with, by name. */
export function settingsOf(product) {
  if (!isFirefox(product)) {
    return {};
  }
  const lines = Object.entries(FIREFOX).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return { "user.js": lines.join("") };
}
