export const agents: Readonly<Record<string, string>> = {
  'Answers with tools that the model calls.': 'Gerektiğinde araç çağıran ajan.',
  'Tools the agent can call.': 'Ajanın kullanabileceği araçlar.',
  'Tool Calling Chat Model': 'Araç çağıran sohbet modeli',
  'A model that supports tool calls, such as those from OpenAI, Anthropic, Google, Mistral and Groq.':
    'OpenAI, Anthropic, Google, Mistral ve Groq modelleri gibi araç çağırabilen bir model.',
  'Instructions for the agent.': 'Ajana verilecek talimatlar.',
  'Max Iterations': 'En fazla adım',
  'Max model calls per message. Default: 15.': 'Mesaj başına en fazla model çağrısı. Varsayılan: 15.',
  'Enable Detailed Streaming': 'Ayrıntılı canlı gösterim',
  'Show tool calls while they run.': 'Araç çağrılarını çalışırken gösterir.',
  'Answers questions about a table with code that runs in a sandbox.':
    'Tabloyla ilgili soruları korumalı alanda kod çalıştırarak yanıtlar.',
  'Answers questions about an Airtable table with code that runs in a sandbox.':
    'Airtable tablosuyla ilgili soruları korumalı alanda kod çalıştırarak yanıtlar.',
  'Chat agent with memory and tools, for models without tool calls.':
    'Konuşarak ve araç kullanarak yanıtlar. Araç çağıramayan modeller için.',
  'Allowed Tools': 'İzin verilen araçlar',
  'Reasons step by step and uses tools (ReAct). For models without tool calls.':
    'Adım adım akıl yürütür ve araç kullanır (ReAct). Araç çağıramayan modeller için.',
  'Reasons step by step and uses tools (ReAct). For completion models. No memory.':
    'Adım adım akıl yürütür ve araç kullanır (ReAct). Metin tamamlama modelleri için. Belleği yoktur.',
  'Tool agent that rewrites follow-ups as standalone questions before it searches.':
    'Aramadan önce devam sorusunu tek başına anlaşılır hâle getiren araç ajanı.',
  'Variables: {chat_history}, {question}.': 'Değişkenler: {chat_history}, {question}.',
  'Rephrase Model': 'Soruyu yazan model',
  'Empty: the agent’s model.': 'Boşsa ajanın modeli kullanılır.',
  'Calls tools with XML tags, for models without tool calls.':
    'Araçları XML etiketleriyle çağırır. Araç çağıramayan modeller için.',
  'Variables: {tools}, {chat_history}, {input}, {agent_scratchpad}.':
    'Değişkenler: {tools}, {chat_history}, {input}, {agent_scratchpad}.',
  'Legacy agent. Tool Agent does the same with any model that supports tool calls.':
    'Eski akışlardaki ajan. Araç ajanı aynı işi araç çağırabilen her modelle yapar.',
  'OpenAI/Azure Chat Model': 'OpenAI/Azure sohbet modeli',
  'MistralAI Chat Model': 'MistralAI sohbet modeli',
  'Answers with connected engines that the model calls.': 'Modelin çağırdığı bağlı motorlarla yanıtlar.',
  'Engines the agent can call.': 'Ajanın çağırabileceği motorlar.',
  'Anthropic Claude Model': 'Anthropic Claude modeli',
  'Answers with an OpenAI-type assistant: file search, code interpreter and your own OpenAI or Azure OpenAI credential.':
    'OpenAI türü bir asistanla yanıt verir: dosya araması, kod yorumlayıcı ve kendi OpenAI ya da Azure OpenAI kimlik bilginiz.',
  'Select Assistant': 'Asistan seçin',
  'Tool Choice': 'Araç seçimi',
  'none, auto, required, or a tool name.': 'none, auto, required ya da bir aracın adı.',
  'Parallel Tool Calls': 'Paralel araç çağrıları',
  'Disable File Download': 'Dosya indirmeyi kapat',
  'Hide the files the assistant created.': 'Asistanın oluşturduğu dosyaları gizler.',
}
