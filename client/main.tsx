import '#client/components/history-hold.ts'
import 'virtual:subset-fonts.css'
import './app/base.css'
import './app/shared.css'
import './app/forced-colors.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createQueryClient, createTrpcClient } from './api/client.ts'
import { readTarget } from './api/impersonation.ts'
import { recoverFromOutages } from './api/recovery.ts'
import { readToken } from './api/session.ts'
import { App } from './app/app.tsx'
import { canvasPath } from './app/paths.ts'
import { Root } from './app/root.tsx'
import { routes } from './app/routes.tsx'
import { loadTexts, preferredLanguage } from './texts/texts.tsx'

const root = document.getElementById('root')
// The "view as" banner needs texts that the canvas bundle does not include.
const inside = canvasPath.test(location.pathname) && !readTarget() ? 'canvas' : 'whole'
const texts = loadTexts(preferredLanguage(), readToken() ? inside : 'entry')

const queryClient = createQueryClient()
recoverFromOutages(queryClient)

texts.then((initial) => {
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <App trpcClient={createTrpcClient()} queryClient={queryClient} texts={initial}>
          <BrowserRouter>
            <Root routes={routes} />
          </BrowserRouter>
        </App>
      </StrictMode>,
    )
  }
})
