import './app/fonts.css'
import './app/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient, createTrpcClient } from './api/client.ts'
import { App } from './app/app.tsx'
import { createRouter } from './app/routes.tsx'
import { loadTexts, preferredLanguage } from './texts/texts.tsx'

const root = document.getElementById('root')
const language = preferredLanguage()
const router = createRouter()

loadTexts(language).then((texts) => {
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <App trpcClient={createTrpcClient()} queryClient={createQueryClient()} texts={{ language, texts }}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    )
  }
})
