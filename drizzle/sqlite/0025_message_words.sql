-- Words of messages, already folded and stemmed, so the tokenizer only splits at spaces. `part` names flow and owner.
CREATE VIRTUAL TABLE `message_words` USING fts5(`part`, `words`, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0");
--> statement-breakpoint
CREATE TRIGGER messages_words AFTER DELETE ON messages WHEN OLD.number IS NOT NULL BEGIN
  DELETE FROM message_words WHERE rowid = OLD.number;
END;
