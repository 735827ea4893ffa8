ALTER TABLE `dataset_rows` ADD `chat_id` text;--> statement-breakpoint
ALTER TABLE `evaluation_rows` ADD `chat_id` text;