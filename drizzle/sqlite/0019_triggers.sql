CREATE TABLE `trigger_log` (
	`id` text PRIMARY KEY NOT NULL,
	`flow_id` text NOT NULL,
	`kind` text NOT NULL,
	`scheduled_date` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`error` text,
	`run_id` text,
	`message_id` text,
	`delivery_key` text,
	`callback_date` integer,
	`callback_tries` integer NOT NULL,
	`created_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trigger_log_scheduled` ON `trigger_log` (`flow_id`,`scheduled_date`) WHERE "trigger_log"."kind" = 'schedule';--> statement-breakpoint
CREATE UNIQUE INDEX `trigger_log_delivery` ON `trigger_log` (`flow_id`,`delivery_key`) WHERE "trigger_log"."delivery_key" is not null;--> statement-breakpoint
CREATE INDEX `trigger_log_flow` ON `trigger_log` (`flow_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `trigger_log_queued` ON `trigger_log` (`flow_id`,`scheduled_date`) WHERE "trigger_log"."state" = 'QUEUED';--> statement-breakpoint
CREATE INDEX `trigger_log_callback` ON `trigger_log` (`callback_date`) WHERE "trigger_log"."callback_date" is not null;--> statement-breakpoint
CREATE TABLE `triggers` (
	`flow_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`enabled` integer NOT NULL,
	`missed` text NOT NULL,
	`overlap` text NOT NULL,
	`delivery_header` text,
	`secret` text,
	`version_id` text,
	`next_date` integer,
	`last_date` integer,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `triggers_next` ON `triggers` (`next_date`);