export const chatModels: Readonly<Record<string, string>> = {
  'The model an admin chose for this server. When it changes, flows use the new one.':
    'Yöneticinin bu sunucu için seçtiği model. Değişince akışlar yeni modeli kullanır.',
  'Small built-in model for testing flows. It needs no key and answers only from the texts in the flow.':
    'Anahtarsız deneyebileceğiniz küçük model.',
  'OpenAI chat model, or one on an OpenAI-compatible server.': 'OpenAI sohbet modelleri (GPT).',
  'Allow Image Uploads': 'Görsel yüklemeye izin ver',
  'Let visitors send images to a vision model.':
    'Ziyaretçiler, görsel anlayan modellere görsel gönderebilir.',
  Reasoning: 'Akıl yürütme',
  'For reasoning models.': 'Akıl yürüten modeller için.',
  'Reasoning Effort': 'Akıl yürütme düzeyi',
  'Reasoning effort. Higher is slower and costs more.':
    'Akıl yürütme düzeyi. Yüksek düzey daha yavaş ve daha pahalıdır.',
  Low: 'Düşük',
  Medium: 'Orta',
  High: 'Yüksek',
  'X-High': 'Çok yüksek',
  'Reasoning Summary': 'Akıl yürütme özeti',
  'Return a summary of the reasoning.': 'Akıl yürütmenin özetini döndürür.',
  Auto: 'Otomatik',
  Concise: 'Kısa',
  Detailed: 'Ayrıntılı',
  'Strict Tool Calling': 'Katı araç çağrısı',
  'Tool arguments must match their schema exactly.': 'Araçlara verilen değerler şemaya tam uymalıdır.',
  'OpenAI chat model in your Azure account.': 'Azure üzerindeki OpenAI modelleri.',
  'Anthropic Claude chat model.': 'Anthropic’in Claude modelleri.',
  'Extended Thinking': 'Genişletilmiş düşünme',
  'Reason before answering, within a token budget.':
    'Model, token bütçesi içinde önce akıl yürütür, sonra yanıtlar.',
  'Budget Tokens': 'Token bütçesi',
  'Max reasoning tokens.': 'Akıl yürütmeye ayrılan en fazla token.',
  'Adaptive Thinking': 'Uyarlanabilir düşünme',
  'The model decides when and how long to reason.':
    'Ne zaman ve ne kadar akıl yürüteceğine model karar verir.',
  'Thinking Effort': 'Düşünme düzeyi',
  Max: 'En yüksek',
  'Google Gemini chat model, with a key from AI Studio.': 'Google’ın Gemini modelleri.',
  'Overrides the model above.': 'Yukarıdaki modelin yerine kullanılır.',
  'Thinking Budget': 'Düşünme bütçesi',
  'Max reasoning tokens. 0: off, -1: the model decides.':
    'Akıl yürütmeye ayrılan en fazla token. 0: kapalı, -1: model karar verir.',
  'Thinking Level': 'Düşünme seviyesi',
  'Max Output Tokens': 'En fazla çıktı tokenı',
  'Safety Settings': 'Güvenlik ayarları',
  'Safety threshold for each harm category.': 'Her zarar türü için güvenlik eşiği.',
  'Harm Category': 'Zarar türü',
  Dangerous: 'Tehlikeli içerik',
  Harassment: 'Taciz',
  'Hate Speech': 'Nefret söylemi',
  'Sexually Explicit': 'Cinsel içerik',
  'Civic Integrity': 'Seçim ve kamu düzeni',
  'Harm Block Threshold': 'Engelleme eşiği',
  'Only High': 'Yalnızca yüksek',
  'Medium and Above': 'Orta ve üstü',
  'Low and Above': 'Düşük ve üstü',
  'Threshold Unspecified (Default Threshold)': 'Belirtilmemiş (varsayılan eşik)',
  Think: 'Düşünme',
  'For models that support reasoning.': 'Akıl yürütebilen modeller için.',
  'JSON Mode': 'JSON modu',
  'Answer only in JSON.': 'Yalnızca JSON olarak yanıtlar.',
  'Keep Alive': 'Bellekte tutma süresi',
  'How long the model stays in memory: 30s, 5m, 24h.': 'Modelin bellekte kalma süresi: 30s, 5m, 24h.',
  'Mistral AI chat model.': 'Mistral modelleri.',
  'Random Seed': 'Rastgelelik tohumu',
  'The same seed gives the same answer to the same message, if the model supports it.':
    'Model destekliyorsa aynı tohum aynı mesaja aynı yanıtı verir.',
  'Safe Mode': 'Güvenli mod',
  'Add Mistral’s safety instructions to the conversation.':
    'Konuşmaya Mistral’ın güvenlik talimatlarını ekler.',
  'Fast open model on Groq hardware.': 'Groq’ta çalışan hızlı açık modeller.',
  'DeepSeek chat model.': 'DeepSeek’in sohbet modelleri.',
  'Base Options': 'Ek seçenekler',
  'Additional request headers in "defaultHeaders".': '"defaultHeaders" altında ek istek başlıkları.',
  'Grok chat model from xAI.': 'xAI’ın Grok sohbet modelleri.',
  'Models from many providers with one OpenRouter account.': 'Tek anahtarla birçok sağlayıcının modelleri.',
  'Open model on Together AI.': 'Together AI’da çalışan açık modeller.',
  'Open model on Fireworks AI.': 'Fireworks AI’da çalışan açık modeller.',
  'Perplexity chat model. Searches the web before it answers.':
    'Yanıtlamadan önce web’de arama yapan Perplexity modelleri.',
  'Fast open model on Cerebras hardware.': 'Cerebras donanımında çalışan hızlı açık modeller.',
  'Your fine-tuned OpenAI model, or a model on an OpenAI-compatible server.':
    'Kendi eğittiğiniz OpenAI modeli ya da OpenAI uyumlu bir sunucudaki model.',
  'Base URL of a compatible server. Needs your own credential or none.':
    'Uyumlu bir sunucunun temel adresi. Kendi kimlik bilginizle ya da kimlik bilgisi olmadan kullanılır.',
  'Cohere chat model.': 'Cohere’in sohbet modelleri.',
  'Chat model in your AWS account.': 'Kendi AWS hesabınızdaki sohbet modelleri.',
  'Gemini chat model in your Google Cloud account.': 'Kendi Google Cloud hesabınızdaki Gemini modelleri.',
  'Max reasoning tokens. 0: off.': 'Akıl yürütmeye ayrılan en fazla token. 0: kapalı.',
  'Open model on Hugging Face or on your own endpoint there.':
    'Hugging Face’te ya da oradaki kendi uç noktanızda çalışan açık modeller.',
  'Open model on your own LocalAI, llama.cpp or similar server.':
    'Kendi LocalAI, llama.cpp ya da benzeri sunucunuzda çalışan açık modeller.',
  'Model behind a LiteLLM proxy.': 'LiteLLM proxy’sinin arkasındaki modeller.',
  'Model served by NVIDIA NIM, in the cloud or on your own server.':
    'NVIDIA NIM ile bulutta ya da kendi sunucunuzda çalışan modeller.',
  'Fast open model on SambaNova hardware.': 'SambaNova donanımında çalışan hızlı açık modeller.',
  'Another base URL of SambaNova. Needs your own credential.':
    'SambaNova için başka bir temel adres. Kendi kimlik bilginiz gerekir.',
  'OpenAI chat model for LlamaIndex engines.': 'LlamaIndex motorları için OpenAI sohbet modelleri.',
  'OpenAI chat model in your Azure account, for LlamaIndex engines.':
    'LlamaIndex motorları için Azure hesabınızdaki OpenAI sohbet modelleri.',
  'Anthropic Claude chat model for LlamaIndex engines.': 'LlamaIndex motorları için Claude modelleri.',
  'Fast open model on Groq hardware, for LlamaIndex engines.':
    'LlamaIndex motorları için Groq’ta çalışan hızlı açık modeller.',
  'Mistral AI chat model for LlamaIndex engines.': 'LlamaIndex motorları için Mistral modelleri.',
  'Open model on Together AI, for LlamaIndex engines.':
    'LlamaIndex motorları için Together AI’daki açık modeller.',
  'Open model run by Ollama, for LlamaIndex engines.':
    'LlamaIndex motorları için Ollama’da çalışan açık modeller.',
}
