CREATE TABLE `channel_chats` (
	`chat_id` text PRIMARY KEY NOT NULL,
	`channel_id` text NOT NULL,
	`chat_key` text NOT NULL,
	`alias` text,
	`address` text NOT NULL,
	`name` text NOT NULL,
	`last_date` integer NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_chats_key` ON `channel_chats` (`channel_id`,`chat_key`);--> statement-breakpoint
CREATE INDEX `channel_chats_alias` ON `channel_chats` (`channel_id`,`alias`);--> statement-breakpoint
CREATE INDEX `channel_chats_newest` ON `channel_chats` (`channel_id`,`last_date`);--> statement-breakpoint
CREATE TABLE `channel_events` (
	`id` text PRIMARY KEY NOT NULL,
	`channel_id` text NOT NULL,
	`event_key` text NOT NULL,
	`kind` text NOT NULL,
	`chat_id` text,
	`message_id` text,
	`text` text NOT NULL,
	`files` text,
	`state` text NOT NULL,
	`status` text,
	`error_code` text,
	`error` text,
	`job_id` text,
	`tries` integer NOT NULL,
	`sent_date` integer NOT NULL,
	`received_date` integer NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_events_key` ON `channel_events` (`channel_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `channel_events_received` ON `channel_events` (`channel_id`,`received_date`);--> statement-breakpoint
CREATE INDEX `channel_events_message` ON `channel_events` (`channel_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `channel_events_pending` ON `channel_events` (`chat_id`,`sent_date`,`id`) WHERE "channel_events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `channel_events_chat` ON `channel_events` (`chat_id`,`received_date`);--> statement-breakpoint
CREATE TABLE `channel_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`channel_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`message_id` text NOT NULL,
	`place` integer NOT NULL,
	`text` text NOT NULL,
	`is_by_ai` integer NOT NULL,
	`fence` integer NOT NULL,
	`state` text NOT NULL,
	`platform_id` text,
	`error_code` text,
	`error` text,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_parts_place` ON `channel_parts` (`message_id`,`place`);--> statement-breakpoint
CREATE INDEX `channel_parts_open` ON `channel_parts` (`chat_id`,`created_date`) WHERE "channel_parts"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX `channel_parts_created` ON `channel_parts` (`channel_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `channel_parts_platform` ON `channel_parts` (`channel_id`,`platform_id`);--> statement-breakpoint
CREATE INDEX `channel_parts_chat` ON `channel_parts` (`chat_id`,`created_date`);--> statement-breakpoint
CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`flow_id` text,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`sealed` text NOT NULL,
	`account_id` text NOT NULL,
	`account_name` text NOT NULL,
	`account_address` text NOT NULL,
	`verified_date` integer,
	`error` text,
	`error_date` integer,
	`connected_date` integer,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `channels_user` ON `channels` (`user_id`);--> statement-breakpoint
CREATE INDEX `channels_flow` ON `channels` (`flow_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `channels_account` ON `channels` (`kind`,`account_id`) WHERE "channels"."flow_id" is not null;--> statement-breakpoint
DROP INDEX `jobs_due`;--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`user_id`,`created_date`,`id`,`state`,`run_date`,`kind`) WHERE "jobs"."state" in ('queued', 'running');