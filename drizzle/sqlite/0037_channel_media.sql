ALTER TABLE `channel_events` ADD `button_id` text;--> statement-breakpoint
ALTER TABLE `channel_parts` ADD `files` text;--> statement-breakpoint
ALTER TABLE `channel_parts` ADD `upload_id` text;--> statement-breakpoint
ALTER TABLE `channel_parts` ADD `choices` text;