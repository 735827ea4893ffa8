-- Words of index chunks, already folded and stemmed, so the tokenizer only splits at spaces. `part` names the index.
CREATE VIRTUAL TABLE `index_words` USING fts5(`part`, `words`, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0");
