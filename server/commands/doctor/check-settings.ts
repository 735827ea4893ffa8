import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { type Finding, fromMegabytes, inMegabytes, ok, problem, warning } from './finding.ts'
import type { Machine } from './machine.ts'

const MIN_NODE = 24
const MIN_MEMORY_MB = 512

export function checkMachine({ nodeVersion, memory }: Machine): Finding[] {
  const node =
    Number.parseInt(nodeVersion, 10) < MIN_NODE
      ? problem('Node.js', `Version ${nodeVersion} is too old.`, `Install Node.js ${MIN_NODE} or newer.`)
      : ok('Node.js', `Version ${nodeVersion}`)
  const size =
    memory < fromMegabytes(MIN_MEMORY_MB)
      ? warning(
          'Memory',
          `Only ${inMegabytes(memory)} may be used.`,
          `Give the machine or container at least ${MIN_MEMORY_MB} MB.`,
        )
      : ok('Memory', `${inMegabytes(memory)} may be used`)
  return [node, size]
}

export function checkSettings(config: Config, isProduction: boolean): Finding[] {
  return [checkPublicUrl(config), checkProxy(config), checkCards(config, isProduction), checkMail(config)]
}

const isLocal = (host: string) => /^(localhost|127\.|\[?::1\]?$)/.test(host)

function checkPublicUrl({ PUBLIC_URL, HOST }: Config): Finding {
  if (PUBLIC_URL === undefined) {
    return isLocal(HOST)
      ? ok('PUBLIC_URL', 'Not set: the server is used from this machine only')
      : warning(
          'PUBLIC_URL',
          `The server listens on ${HOST}, and links in emails and payments need its address.`,
          'Set PUBLIC_URL, such as https://flows.example.com.',
        )
  }
  const { protocol, hostname, pathname } = new URL(PUBLIC_URL)
  if (protocol === 'http:' && !isLocal(hostname)) {
    return warning(
      'PUBLIC_URL',
      `${PUBLIC_URL} is not encrypted, so passwords can be read on the way.`,
      'Put an https proxy in front, and set PUBLIC_URL to its address.',
    )
  }
  return pathname === '/'
    ? ok('PUBLIC_URL', PUBLIC_URL)
    : warning('PUBLIC_URL', `${PUBLIC_URL} has a path.`, 'Serve Flowtill at the root of a host name.')
}

function checkProxy({ TRUST_PROXY, PUBLIC_URL = '', HOST }: Config): Finding {
  const check = 'TRUST_PROXY'
  if (TRUST_PROXY === '') {
    return PUBLIC_URL.startsWith('https:')
      ? warning(
          check,
          'Not set, although PUBLIC_URL is https: all visitors seem to have the address of the proxy.',
          'Set TRUST_PROXY to the address of the proxy.',
        )
      : ok(check, 'Not set')
  }
  if (TRUST_PROXY === 'true' && !isLocal(HOST)) {
    return warning(
      check,
      `Any caller of ${HOST} can claim to have any address.`,
      'Set TRUST_PROXY to the address of the proxy.',
    )
  }
  const addresses = TRUST_PROXY.split(',').map((each) => each.trim().split('/')[0] ?? '')
  const names = ['true', 'false', 'loopback', 'linklocal', 'uniquelocal']
  const odd = addresses.find((each) => !names.includes(each) && !/^\d+$/.test(each) && isIP(each) === 0)
  return odd === undefined
    ? ok(check, TRUST_PROXY)
    : problem(check, `${odd} is no address.`, 'Set TRUST_PROXY to addresses with commas between them.')
}

function checkCards(config: Config, isProduction: boolean): Finding {
  const { SANDBOX, PAYTR_MERCHANT_ID, PAYTR_TEST_MODE, PUBLIC_URL = '' } = config
  const check = 'Payments'
  if (SANDBOX) {
    return isProduction
      ? warning(check, 'The sandbox is on: no money moves.', 'Set SANDBOX=off to take real payments.')
      : ok(check, 'The sandbox is on: no money moves')
  }
  if (PAYTR_MERCHANT_ID === undefined) {
    return warning(
      check,
      'No card can be charged.',
      'Set PAYTR_MERCHANT_ID, PAYTR_MERCHANT_KEY and PAYTR_MERCHANT_SALT.',
    )
  }
  if (!PUBLIC_URL.startsWith('https:')) {
    return problem(
      check,
      'PayTR cannot report payments to this server.',
      'Set PUBLIC_URL to an https address that PayTR can reach.',
    )
  }
  return PAYTR_TEST_MODE
    ? warning(check, 'PayTR is in test mode: no money moves.', 'Set PAYTR_TEST_MODE=false for real payments.')
    : ok(check, 'PayTR is set up')
}

function checkMail({ SMTP_URL, MAIL_FROM }: Config): Finding {
  if (SMTP_URL === undefined) {
    return warning(
      'Email',
      'None can be sent, so users cannot reset their passwords themselves.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  }
  return MAIL_FROM === undefined
    ? warning('Email', 'It has no sender.', 'Set MAIL_FROM, such as "Flowtill <flows@example.com>".')
    : ok('Email', `Sent as ${MAIL_FROM}`)
}

export async function checkPort({ HOST, PORT }: Config, { askPort }: Machine): Promise<Finding> {
  const check = 'Port'
  if (PORT === 0) {
    return ok(check, 'Any free one')
  }
  const found = await askPort(HOST, PORT)
  const findings = {
    free: ok(check, `${PORT} is free`),
    flowtill: ok(check, `A Flowtill answers on ${PORT}`),
    other: problem(
      check,
      `${PORT} is used by another program.`,
      'Stop that program, or set PORT to a free one.',
    ),
  }
  return findings[found]
}
