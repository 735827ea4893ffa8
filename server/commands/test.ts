import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath } from '../../client/e2e/find-chromium.ts'

// Implements `npm test`: installs a browser where possible, then runs every check. End-to-end tests are never
// skipped; without a browser they print instructions.
const isDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

if (!chromiumPath() && isDebian) {
  process.stdout.write('Installing Chromium for the end-to-end tests (once)…\n')
  run('apt-get', ['update', '-qq'])
  // Older releases have the one with windows alone.
  install('chromium-headless-shell') || install('chromium')
}

function install(browser: string) {
  return run('apt-get', [
    ...'install -y -qq --no-install-recommends'.split(' '),
    browser,
    'fonts-dejavu-core',
  ])
}

const check = join(import.meta.dirname, 'check.ts')
const { status } = spawnSync(process.execPath, [check], { stdio: 'inherit' })
process.exit(status ?? 1)

function run(command: string, args: string[]) {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
