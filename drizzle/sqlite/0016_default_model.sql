CREATE TABLE `default_models` (
	`id` text PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`credential_id` text,
	`local_service` text,
	`set_by` text NOT NULL,
	`updated_date` integer NOT NULL,
	CONSTRAINT "default_models_one" CHECK("default_models"."id" = 'default'),
	CONSTRAINT "default_models_source" CHECK(("default_models"."credential_id" is null) <> ("default_models"."local_service" is null))
);
