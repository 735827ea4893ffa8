import { execFileSync } from 'node:child_process'
import { makePackage } from '../packaging/make-package.ts'

// npm run package: the package for npx, as dist/flowtill-<version>.tgz.
makePackage('dist/package')
execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', '..'], {
  cwd: 'dist/package',
  stdio: ['ignore', 'inherit', 'inherit'],
})
