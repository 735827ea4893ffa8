import type { Config } from '#server/config.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { MAX_BYTES } from './read-bulletin.ts'
import { createTcmbSources } from './tcmb.ts'

type Needs = {
  config: Config
  own: () => string | undefined
  /** This server's own origin; undefined before it listens. */
  ownUrl: () => string | undefined
}

const TCMB_URL = 'https://www.tcmb.gov.tr'
const EVDS_URL = 'https://evds2.tcmb.gov.tr'

/** The central bank, or its sandbox service while the sandbox is on. A configured base URL also serves EVDS. */
export function chooseRates({ config, own, ownUrl }: Needs) {
  const sandboxUrl = () => `${ownUrl() ?? 'http://127.0.0.1'}/sandbox/tcmb`
  const baseUrl = () => config.TCMB_BASE_URL ?? (config.SANDBOX ? sandboxUrl() : TCMB_URL)
  return createTcmbSources({
    fetch: createGuardedFetch({ allow: config.OUTGOING_ALLOW, own, maxBytes: MAX_BYTES }),
    baseUrl,
    evdsUrl: () => `${baseUrl() === TCMB_URL ? EVDS_URL : baseUrl()}/service/evds`,
    evdsKey: config.EVDS_KEY,
  })
}
