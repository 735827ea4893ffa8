import type { Config } from '#server/config.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { MAX_BYTES } from './read-bulletin.ts'
import { createTcmbSources } from './tcmb.ts'

type Needs = {
  config: Config
  /** Our own origin while the sandbox is on. */
  own: () => string | undefined
  /** Our own address, once it is known. */
  ownUrl: () => string | undefined
}

const TCMB_URL = 'https://www.tcmb.gov.tr'
const EVDS_URL = 'https://evds2.tcmb.gov.tr'

/** The central bank, or its stand-in on this server while the sandbox is on. Where one is set up, EVDS is looked for there too. */
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
